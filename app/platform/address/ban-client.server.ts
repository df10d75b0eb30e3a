import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DAY_MS } from "../days";
import { logger } from "../log.server";
import { readBanAnswer, type BanAddress } from "./ban-answer";
import { getJson } from "./get-json.server";

const MAX_BYTES = 256 * 1024;
const KEPT_ANSWERS = 2_000;

export interface BanClientOptions {
  /** Ends with a slash; null: there is no base to ask. */
  baseUrl: string | null;
  timeoutMs?: number;
  /** How long it is left alone after a failure, so that nobody waits for each letter typed. */
  restMs?: number;
  /** The base allows 50 a second and address; two processes stay below. */
  perSecond?: number;
}

/**
 * Asks the national address base (BAN). Answers are cached for a day, and the same question asked
 * twice at once is sent once.
 */
export function createBanClient({
  baseUrl,
  timeoutMs = 2_000,
  restMs = 30_000,
  perSecond = 20,
}: BanClientOptions) {
  const rate = new RateLimiterMemory({ points: perSecond, duration: 1 });
  let restsUntil = 0;

  const answers = new LRUCache<string, BanAddress[]>({
    max: KEPT_ANSWERS,
    ttl: DAY_MS,
    fetchMethod: async (query) => {
      await rate.consume("ban");
      // The query goes nowhere but after the `?`: host and path are fixed.
      const url = new URL("search", baseUrl ?? undefined);
      url.search = query;
      const { status, body } = await getJson(url, { timeoutMs, maxBytes: MAX_BYTES });
      if (status === 200) return readBanAnswer(body);
      // What it cannot make sense of, it has no address for.
      if (status === 400) return [];
      throw new Error(`The address base answered ${status}`);
    },
  });

  /**
   * What the base has for a text of 3 to 200 characters, best first; null when it cannot be asked
   * now. `autocomplete`: the text may be unfinished.
   */
  return async function askBan(
    text: string,
    { limit, autocomplete }: { limit: number; autocomplete: boolean },
  ): Promise<BanAddress[] | null> {
    if (baseUrl === null || Date.now() < restsUntil) return null;
    const query = new URLSearchParams({
      q: text.toLowerCase(),
      limit: String(limit),
      autocomplete: autocomplete ? "1" : "0",
    });
    try {
      return (await answers.fetch(query.toString())) ?? null;
    } catch (error) {
      if (error instanceof RateLimiterRes) {
        logger.warn("address base not asked: its limit is reached");
        return null;
      }
      restsUntil = Date.now() + restMs;
      logger.warn({ err: error, restMs }, "the address base does not answer");
      return null;
    }
  };
}
