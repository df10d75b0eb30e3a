import { countOne, type CountUpdate } from "@models/engine";
import { RateLimitModel } from "@models/rate-limit";
import type { mongo } from "mongoose";
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from "rate-limiter-flexible";
import { withMutex } from "../concurrency/keyed-mutex";
import { addressKey } from "./address-key";
import { isConnected } from "../database.server";
import { keyedHash } from "../keyed-hash.server";
import { logger } from "../log.server";
import { Refusal } from "../refusal";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every limit of the product: `tries` within a window of `seconds` that starts with the first try.
 * `by` says what the key is: the client's address, or an account (its id or e-mail). What succeeds forgets the tries of
 * those that say `isReset`.
 */
const BUCKETS = {
  login_address: { by: "address", tries: 30, seconds: 15 * MINUTE },
  login_account: { by: "account", tries: 10, seconds: 15 * MINUTE, isReset: true },
  login_device: { by: "account", tries: 10, seconds: 15 * MINUTE, isReset: true },
  confirm_password: { by: "account", tries: 10, seconds: 15 * MINUTE, isReset: true },
  // By account, not by session: whoever has the password makes as many sessions as they like.
  second_factor: { by: "account", tries: 10, seconds: 15 * MINUTE, isReset: true },
  second_factor_day: { by: "account", tries: 60, seconds: DAY },
  // A change of address: codes asked for by an account, and codes to an address, of five tries each: 40 of a million a day.
  email_change: { by: "account", tries: 5, seconds: HOUR },
  email_change_to: { by: "account", tries: 8, seconds: DAY },
  verify_code: { by: "address", tries: 30, seconds: 15 * MINUTE },
  // app/accounts/verify-email.server.ts says what these three bound.
  code_browser: { by: "account", tries: 5, seconds: 15 * MINUTE, isReset: true },
  code_own: { by: "account", tries: 20, seconds: DAY },
  code_other: { by: "account", tries: 20, seconds: DAY },
  new_code_address: { by: "address", tries: 20, seconds: HOUR },
  new_code_account: { by: "account", tries: 10, seconds: HOUR },
  reset_address: { by: "address", tries: 20, seconds: HOUR },
  reset_account: { by: "account", tries: 5, seconds: HOUR },
  signup: { by: "address", tries: 40, seconds: HOUR },
  signup_account: { by: "account", tries: 10, seconds: HOUR },
  liaison: { by: "account", tries: 30, seconds: HOUR },
  data_export: { by: "account", tries: 20, seconds: HOUR },
  contact: { by: "address", tries: 10, seconds: HOUR },
  // Of who is logged in, wherever from.
  contact_account: { by: "account", tries: 10, seconds: HOUR },
  report: { by: "address", tries: 10, seconds: HOUR },
  appeal: { by: "address", tries: 20, seconds: HOUR },
  // Mails that say 'we have your message', to an address that anybody may have typed.
  contact_sender: { by: "account", tries: 3, seconds: DAY },
  // Apart from those, or three messages would keep it from being told that a report is there; an account's own address by its id.
  report_sender: { by: "account", tries: 3, seconds: DAY },
  photos: { by: "account", tries: 60, seconds: HOUR },
  uploads: { by: "account", tries: 120, seconds: HOUR },
  payment_account: { by: "account", tries: 30, seconds: HOUR },
  // What a page has to ask Stripe before it shows a payment, or an account at Stripe, as it is now.
  payment_state: { by: "account", tries: 60, seconds: 5 * MINUTE },
  booking: { by: "account", tries: 30, seconds: HOUR },
  token_creation: { by: "account", tries: 20, seconds: HOUR },
  // By the token's own id: what one program does keeps no other program of the account waiting.
  token: { by: "account", tries: 600, seconds: 5 * MINUTE },
  calendar_feed: { by: "address", tries: 300, seconds: 5 * MINUTE },
  calendar_import: { by: "account", tries: 60, seconds: HOUR },
  api: { by: "address", tries: 600, seconds: 5 * MINUTE },
} as const satisfies Record<string, Limit>;

interface Limit {
  by: "address" | "account";
  tries: number;
  seconds: number;
  isReset?: true;
}

export type Bucket = keyof typeof BUCKETS;
type ResetBucket = {
  [Name in Bucket]: (typeof BUCKETS)[Name] extends { isReset: true } ? Name : never;
}[Bucket];

/** What a bucket counts, and how much of it there may be. */
export function limitOf(bucket: Bucket): Limit {
  return BUCKETS[bucket];
}

interface Limiters {
  /** Shared by every process. */
  shared: RateLimiterMongo;
  /** This process's own, while the database does not answer. */
  local: RateLimiterMemory;
}

/** Made at a bucket's first use. */
const limiters = new Map<Bucket, Limiters>();

/**
 * Counts one try of `key` (a client's address as the request's context gives it, or an account's id
 * or e-mail). Without the database each process counts for itself.
 *
 * @throws Refusal("too_many"), with the seconds to wait, when the bucket has none left.
 */
export async function limit(bucket: Bucket, key: string): Promise<void> {
  const { shared, local } = limitersOf(bucket);
  const hashed = hashedKey(bucket, key);
  try {
    // In turn, or each of many at once would read and write again whenever another one came first.
    await withMutex([hashed], async () => {
      // Each would wait for it behind all others.
      if (!isConnected()) throw new Error("The database is not connected.");
      await shared.consume(hashed);
    });
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(error);
    logger.warn(
      { err: error, bucket },
      "rate limit counted in memory, the database does not answer",
    );
    await local.consume(hashed).catch((reason: unknown) => {
      throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
    });
  }
}

/** Counts one try likewise, and says whether the bucket had it: for what is answered alike past its limit. */
export async function isWithinLimit(bucket: Bucket, key: string): Promise<boolean> {
  try {
    await limit(bucket, key);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many") return false;
    throw error;
  }
}

/** Forgets the tries of `key`, as after the right password. */
export async function resetLimit(bucket: ResetBucket, key: string): Promise<void> {
  const { shared, local } = limitersOf(bucket);
  const hashed = hashedKey(bucket, key);
  await local.delete(hashed);
  try {
    await shared.delete(hashed);
  } catch (error) {
    // The tries stay counted until their window ends: stricter than needed, never laxer.
    logger.warn({ err: error, bucket }, "rate limit not reset");
  }
}

/** Forgets who is past a limit, for whoever puts another database under this process. */
export function forgetRefused(): void {
  for (const { shared } of limiters.values()) shared.deleteInMemoryBlockedAll();
}

/**
 * Counts one try of a caller, by their address or their account, as the bucket says. While nobody is
 * logged in, an account's bucket counts nobody: what it bounds takes an account.
 *
 * @throws Refusal("too_many")
 */
export async function limitCaller(
  bucket: Bucket,
  viewer: { id: string } | null,
  ip: string,
): Promise<void> {
  const key = BUCKETS[bucket].by === "address" ? ip : viewer?.id;
  if (key !== undefined) await limit(bucket, key);
}

function limitersOf(bucket: Bucket): Limiters {
  const known = limiters.get(bucket);
  if (known) return known;
  const { tries, seconds, isReset } = limitOf(bucket);
  const made = {
    shared: new RateLimiterMongo({
      storeClient: limitStore(tries),
      keyPrefix: bucket,
      points: tries,
      duration: seconds,
      // Whoever goes on past it is refused until the window ends without a question to the database. Not where another
      // process may forget the tries before: this one would not know.
      ...(!isReset && { inMemoryBlockOnConsumed: tries + 1 }),
      // The set-up step makes the indexes that the model states.
      disableIndexesCreation: true,
    }),
    local: new RateLimiterMemory({ keyPrefix: bucket, points: tries, duration: seconds }),
  };
  limiters.set(bucket, made);
  return made;
}

/**
 * The collection, in the form that the limiter wants; a duplicate key tells the limiter that someone
 * else was first.
 */
function limitStore(tries: number) {
  const counts = RateLimitModel.collection;
  return {
    collection: () => ({
      findOneAndUpdate: (filter: Filter, update: CountUpdate) =>
        countOne(counts, byIndex(filter), update, tries),
      findOne: (filter: Filter) => counts.findOne(byIndex(filter)),
      deleteOne: (filter: Filter) => counts.deleteOne(filter),
    }),
  };
}

type Filter = mongo.Filter<mongo.Document>;

/**
 * The limiter asks for windows that end after (or before) an instant, or never: here every window ends, and
 * without the `$or` the index of keys and ends has the answer.
 */
function byIndex({ $or: ends, ...filter }: Filter): Filter {
  return ends ? { ...filter, expire: ends[0]?.expire as unknown } : filter;
}

/** Keyed with the session secret, so that the collection alone does not tell who tried. */
function hashedKey(bucket: Bucket, key: string): string {
  const subject = BUCKETS[bucket].by === "address" ? addressKey(key) : key.trim().toLowerCase();
  return keyedHash(bucket, subject).toString("base64url");
}

function tooMany(state: RateLimiterRes): Refusal {
  return new Refusal("too_many", { retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) });
}
