import { z } from "zod";
import { invalidParameter, type StripeProblem } from "./errors";
import type { FormObject } from "./form";

/** Builders of parameter schemas: what arrives is text or objects of text, never JSON types. */

const EMPTY = "parameter_invalid_empty";

function bracketed(path: readonly (string | number)[]): string {
  return path.map((segment, index) => (index === 0 ? segment : `[${segment}]`)).join("");
}

function refuse(ctx: z.RefinementCtx, code: string, message: string): typeof z.NEVER {
  ctx.addIssue({ code: "custom", message, params: { stripe: code } });
  return z.NEVER;
}

/** Text that says something. */
export const text = z.string().superRefine((value, ctx) => {
  if (value === "") refuse(ctx, EMPTY, "");
});

/** Text that may be empty, which unsets a value. */
const clearableText = z.string();

/** A whole number written in digits. */
export const integer = z.string().transform((value, ctx) => {
  if (value === "") return refuse(ctx, EMPTY, "");
  if (!/^-?\d{1,15}$/.test(value)) {
    return refuse(ctx, "parameter_invalid_integer", `Invalid integer: ${value}`);
  }
  return Number(value);
});

/** Integer cents that may not be negative. */
export const cents = integer.superRefine((value, ctx) => {
  if (value < 0) {
    refuse(
      ctx,
      "parameter_invalid_integer",
      "Invalid non-negative integer: must be greater than or equal to 0",
    );
  }
});

/** `true` or `false`. */
export const bool = z.string().transform((value, ctx) => {
  if (value === "true") return true;
  if (value === "false") return false;
  return refuse(ctx, "", `Invalid boolean: ${value}`);
});

/** One of a closed list of words. */
export function oneOf<const T extends [string, ...string[]]>(...words: T) {
  return z.string().transform((value, ctx): T[number] => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const list = words.length === 1 ? words[0] : `one of ${words.join(", ")}`;
    return refuse(ctx, "", `must be ${list}`);
  });
}

/** A list, which arrives as an object with numbered names. */
export function list<T extends z.ZodTypeAny>(item: T) {
  return z.preprocess(
    (value) => (typeof value === "object" && value !== null ? Object.values(value) : value),
    z.array(item),
  );
}

/** An absolute http(s) address; `{CHECKOUT_SESSION_ID}` may stand in it. */
export const webUrl = z.string().transform((value, ctx) => {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return refuse(ctx, "url_invalid", "Not a valid URL");
  }
  return value;
});

/** Notes that a caller keeps on an object: at most 50 names of 40 characters, values of 500. */
export const metadata = z.record(clearableText).transform((value, ctx) => {
  const entries = Object.entries(value).filter(([, note]) => note !== "");
  if (entries.length > 50) {
    return refuse(ctx, "", "Metadata can have up to 50 keys");
  }
  const long = entries.find(([name, note]) => name.length > 40 || note.length > 500);
  if (long !== undefined) {
    return refuse(
      ctx,
      "",
      `Metadata is too long at '${long[0]}': 40 characters a key, 500 a value`,
    );
  }
  return Object.fromEntries(entries);
});

/** A three-letter currency; the product sells in euros alone. */
export const currency = z.string().transform((value, ctx) => {
  const lower = value.toLowerCase();
  return lower === "eur" ? lower : refuse(ctx, "", `Invalid currency: ${value}`);
});

/** A moment in seconds, or bounds around one. */
const createdRange = z.union([
  integer.transform((second) => ({ gte: second, lte: second })),
  z
    .object({ gt: integer, gte: integer, lt: integer, lte: integer })
    .partial()
    .strict()
    .transform((range) => ({
      gte: Math.max(range.gte ?? 0, (range.gt ?? -1) + 1),
      lte: Math.min(range.lte ?? Infinity, (range.lt ?? Infinity) - 1),
    })),
]);

/** What every list call understands. */
export const listing = {
  created: createdRange.optional(),
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

function problemOf(issues: z.ZodIssue[]): StripeProblem {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown?.code === "unrecognized_keys") {
    const names = unknown.keys.map((key) => bracketed([...unknown.path, key]));
    const noun = names.length === 1 ? "parameter" : "parameters";
    return invalidParameter(
      `Received unknown ${noun}: ${names.join(", ")}`,
      names[0] ?? "",
      "parameter_unknown",
    );
  }
  const absent = issues.find(
    (issue) => issue.code === "invalid_type" && issue.received === "undefined",
  );
  if (absent !== undefined) {
    const param = bracketed(absent.path);
    return invalidParameter(`Missing required param: ${param}.`, param, "parameter_missing");
  }
  const issue = issues[0];
  const param = bracketed(issue?.path ?? []);
  if (issue?.code === "custom") {
    const code = typeof issue.params?.stripe === "string" ? issue.params.stripe : "";
    if (code === EMPTY) {
      return invalidParameter(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
        param,
        code,
      );
    }
    const message = issue.message.startsWith("must be")
      ? `Invalid ${param}: ${issue.message}`
      : issue.message;
    return invalidParameter(message, param, code === "" ? undefined : code);
  }
  return invalidParameter("Invalid object", param);
}

/**
 * Checks decoded parameters against a schema.
 * @throws StripeProblem 400 naming the first parameter at fault, in Stripe's words.
 */
export function parseParams<S extends z.ZodTypeAny>(schema: S, form: FormObject): z.output<S> {
  const result = schema.safeParse(form);
  if (result.success) return result.data as z.output<S>;
  throw problemOf(result.error.issues);
}
