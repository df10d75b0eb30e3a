import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { env } from "../env.server";
import type { Refusal, RefusalCode } from "../refusal";

export const PROBLEM_TYPE = "application/problem+json";

/** What is wrong with one field of what was sent. */
const fieldProblem = z.object({
  /** JSON Pointer into the payload, as a URI fragment: `#/email`, `#/locationIMG/2`. */
  pointer: z.string(),
  detail: z.string(),
});

/** What every /api path answers instead of what was asked: RFC 9457, with the specified `message` beside it. */
export const problemShape = z.object({
  type: z.string().url(),
  /** The status in words, in English. */
  title: z.string(),
  status: z.number().int(),
  /** What to do about it, in French. */
  detail: z.string(),
  /** The request's id, as the log and `X-Request-Id` have it. */
  instance: z.string(),
  errors: z.array(fieldProblem).optional(),
  /** Which reservations stand in the way, of a venue that is not deleted for them. */
  reservations: z
    .array(z.object({ reference: z.string(), period: z.string(), state: z.string() }))
    .optional(),
  /** The same as `detail`. */
  message: z.string(),
});
export type Problem = z.infer<typeof problemShape>;

/** Beside refusals: an input that breaks its rules, and what nobody expected. */
export type ProblemCode = RefusalCode | "input" | "failure";

interface Told {
  code: ProblemCode;
  status: number;
  message: string;
  /** Fields and what is wrong with each. */
  errors?: readonly { field: string; at?: number; message: string }[];
}

/** A problem as data. Its `type` leads to its line in the document for people. */
export function problemOf(
  { code, status, message, errors = [] }: Told,
  requestId: string,
): Problem {
  return {
    type: new URL(`/api/docs#${code}`, env.APP_URL).href,
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    ...(errors.length > 0 && {
      errors: errors.map(({ field, at, message: detail }) => ({
        pointer: pointerTo(field, at),
        detail,
      })),
    }),
    message,
  };
}

/**
 * The problem that a refusal is.
 *
 * @param fields of the call; what is refused at another, a page's own, is told of the whole (default: any)
 */
export function problemOfRefusal(
  refusal: Refusal,
  requestId: string,
  fields?: readonly string[],
): Problem {
  const { code, status, message, field, at, reservations } = refusal;
  const isHere = field !== undefined && (fields?.includes(field) ?? true);
  const errors = isHere ? [{ field, at, message }] : [];
  return {
    ...problemOf({ code, status, message, errors }, requestId),
    ...(reservations.length > 0 && { reservations: [...reservations] }),
  };
}

/** A problem as an answer. */
export function problemResponse(problem: Problem, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...headers, "Content-Type": PROBLEM_TYPE },
  });
}

/** RFC 6901: `~` and `/` are escaped. @param at which value of the field, where it has several */
function pointerTo(field: string, at?: number): string {
  const ofField = `#/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return at === undefined ? ofField : `${ofField}/${at}`;
}
