import { z } from "zod";

/** One broken rule: the field to correct and what to tell. */
export interface RuleIssue {
  field: string;
  message: string;
}

/** What was typed, by field; absent when blank. */
export type TypedFields<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** What was chosen under each name that a form may repeat; empty when nothing was. */
export type TypedLists<Name extends string> = Readonly<Record<Name, readonly string[]>>;

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

/** The texts under a repeated name: one alone comes as a text, several as a list. */
const typedList = z.preprocess(
  (value) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
      (item) => typeof item === "string" && item.trim() !== "",
    ),
  z.array(z.string()),
);

/**
 * A zod schema over rules that must be told in a given order. (zod alone runs an object's refinement
 * only once every field has passed.) Fields that are not named are dropped; of several messages
 * about one field the first counts.
 *
 * @param lists the names that a form may repeat
 */
export function orderedSchema<Name extends string, T, List extends string = never>(
  names: readonly Name[],
  check: (fields: TypedFields<Name> & TypedLists<List>) => Checked<T>,
  lists: readonly List[] = [],
) {
  const shape = Object.fromEntries<z.ZodTypeAny>([
    ...names.map((name) => [name, typedText] as const),
    ...lists.map((name) => [name, typedList] as const),
  ]);
  return z.object(shape).transform((fields, context): T => {
    const result = check(fields as TypedFields<Name> & TypedLists<List>);
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
