import { formatInstant, wholeMinute } from "./days";
import { REFUSALS } from "./refusals";

export type RefusalCode = keyof typeof REFUSALS;

/** 'PDS-7K2F9Q', 'du 11/06/2027 au 13/06/2027', 'Confirmée' */
export interface ReservationInTheWay {
  reference: string;
  period: string;
  state: string;
}

/** An expected no. Use cases throw it; formAction and apiAction turn it into an answer. */
export class Refusal extends Error {
  readonly status: number;
  /** The field it is about, for the form that shows it. */
  readonly field: string | undefined;
  /** Which value of that field, from 0, where it has several and that is known. */
  readonly at: number | undefined;
  /** Seconds to wait, with what is refused for a while. */
  readonly retryAfter: number | undefined;
  /** From when on it would not be refused any more, where that is known. */
  readonly until: Date | undefined;
  /** Which reservations stand in the way, as those may know them who are refused. */
  readonly reservations: readonly ReservationInTheWay[];
  readonly #options: RefusalOptions;

  /**
   * @param options.until from when on it would not be refused any more, for a sentence that tells it
   * @param options.limit what the venue asks for, the office says, or was refused, for a sentence that tells it
   */
  constructor(
    readonly code: RefusalCode,
    options: RefusalOptions = {},
  ) {
    const [status, sentence] = REFUSALS[code];
    super(told(sentence, options), { cause: options.cause });
    this.name = "Refusal";
    this.status = status;
    this.field = options.field;
    this.at = options.at;
    this.retryAfter = options.retryAfter;
    this.until = options.until;
    this.reservations = options.reservations ?? [];
    this.#options = options;
  }

  /** The same no, for whoever knows its field by another name. */
  about(field: string): Refusal {
    return new Refusal(this.code, { ...this.#options, field });
  }
}

/** A no for a while: with from when on it would be none, and how many seconds that is from now. */
export function refusedUntil(
  code: RefusalCode,
  { until, now, field }: { until: Date; now: Date; field?: string },
): Refusal {
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return new Refusal(code, { until, retryAfter, ...(field !== undefined && { field }) });
}

interface RefusalOptions {
  field?: string;
  at?: number;
  retryAfter?: number;
  until?: Date;
  limit?: string;
  reservations?: readonly ReservationInTheWay[];
  cause?: unknown;
}

/** Whether Stripe or another service was away, rather than what it answered. Of the database's own errors `isAway` knows. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === "unavailable";
}

/** Never earlier than it is true: a minute that has begun is told as the next one. */
function told(
  sentence: string,
  { until, retryAfter, limit = "" }: { until?: Date; retryAfter?: number; limit?: string },
) {
  return sentence
    .replace("{limit}", () => limit)
    .replace("{time}", () => (until ? formatInstant(wholeMinute(until)) : ""))
    .replace("{wait}", () => waitInWords(retryAfter ?? 0))
    .replace("{seconds}", () => String(retryAfter ?? 0));
}

/** How long to wait, rounded up. A quarter of an hour, the shortest window of most limits, is soon over. */
function waitInWords(seconds: number): string {
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3_600)];
  if (minutes <= 15) return "quelques minutes";
  if (minutes < 60) return `${minutes}\u00a0minutes`;
  return hours === 1 ? "une heure" : `${hours}\u00a0heures`;
}

/** The status that a code is answered with. */
export function refusalStatus(code: RefusalCode): number {
  return REFUSALS[code][0];
}

/** Every code, for the API's document. */
export const REFUSAL_CODES = Object.keys(REFUSALS) as RefusalCode[];

/** The French sentence of a code. @param limit what the venue asks for, where the sentence tells it */
export function refusalMessage(code: RefusalCode, limit?: string): string {
  const sentence = REFUSALS[code][1];
  return limit === undefined ? sentence : told(sentence, { limit });
}

/** Seconds after which what ends by itself, nobody knows when, is worth another try. */
const WAITS: Partial<Record<RefusalCode, number>> = { upload_under_way: 10, unavailable: 10 };

/** How a program that was refused may show who it is (RFC 6750). */
const CHALLENGES: Partial<Record<RefusalCode, string>> = {
  login_required: "Bearer",
  bad_credentials: "Bearer",
  token_invalid: 'Bearer error="invalid_token"',
  token_read_only: 'Bearer error="insufficient_scope", scope="write"',
};

/** What a browser or a program is told of a refusal beside its message. @param methods that are allowed */
export function refusalHeaders(
  {
    code,
    retryAfter = WAITS[code],
    until,
  }: Pick<Refusal, "code" | "retryAfter"> & Partial<Pick<Refusal, "until">>,
  methods: readonly string[] = ["GET", "HEAD"],
): Record<string, string> {
  const wait = retryAfter === undefined ? until?.toUTCString() : String(retryAfter);
  return {
    ...(wait !== undefined && { "Retry-After": wait }),
    ...(CHALLENGES[code] && { "WWW-Authenticate": CHALLENGES[code] }),
    ...(code === "method" && { Allow: methods.join(", ") }),
  };
}
