import { z } from "zod";

/** One broken rule: the field to correct and what to tell. */
export interface RuleIssue {
  field: string;
  message: string;
}

/** What was typed, by field; absent when blank. */
export type TypedFields<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** The outcome of a form's rules: every broken one in the order of the rules, or the checked data. */
export type Checked<T> = { issues: readonly RuleIssue[] } | { data: T };

/**
 * Whatever JSON or a form may hold, as the text of a form's field: blank, lists and objects are
 * absent; `true` is a ticked box.
 */
const typedText = z.preprocess((value) => {
  if (value === true) return "on";
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}, z.string().optional());

/**
 * A zod schema over rules that must be told in a given order. (zod alone runs an object's refinement
 * only once every field has passed.) Fields that are not named are dropped; of several messages
 * about one field the first counts.
 */
export function orderedSchema<Name extends string, T>(
  names: readonly Name[],
  check: (fields: TypedFields<Name>) => Checked<T>,
) {
  const shape = Object.fromEntries(names.map((name) => [name, typedText]));
  return z.object(shape).transform((fields, context): T => {
    const result = check(fields as TypedFields<Name>);
    if ("data" in result) return result.data;
    for (const { field, message } of firstOfEachField(result.issues)) {
      context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
    }
    return z.NEVER;
  });
}

/** Keeps the order, and of each field only its first message. */
export function firstOfEachField(issues: readonly RuleIssue[]): RuleIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ field }) => !seen.has(field) && seen.add(field));
}
