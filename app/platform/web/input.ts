/**
 * What a form or a call takes in, said once: its fields as plain zod, and its rules in the order in which
 * they are told. The page's native constraints (constraints.ts), the checked values, the error summary and
 * the API's document all come from it.
 */
import { z, type ZodObject, type ZodRawShape, type ZodTypeAny } from "zod";
import { refusalMessage } from "../refusal";
import { seenText, withoutUnseen } from "../seen-text";
import type { MissingWords } from "./told-errors";

/**
 * What a field says of what no person types: a list for a text, a number for a choice. zod's own words
 * are English. Messages that a field gives itself stand.
 */
z.setErrorMap(() => ({ message: refusalMessage("invalid") }));

/** One broken rule: the field to correct and what to tell. */
export interface RuleIssue {
  field: string;
  message: string;
}

/** What came in by field, before any field was read; absent when blank, or null where that says something (`takesNull`). */
export type Typed<S extends ZodRawShape> = { readonly [K in keyof S]?: unknown };

/** The fields that could be read: one that is missing or wrong is absent. */
export type Read<S extends ZodRawShape> = { readonly [K in keyof S]?: z.output<S[K]> };

interface Reading {
  typed: unknown;
  value: unknown;
  /** What the field's own schema says against it, its first message. */
  problem: string | null;
}

type Readings<S extends ZodRawShape> = { readonly [K in keyof S]: Reading };

/** Finds what is broken. Rules are made by the `RuleBook`. */
export type Rule<S extends ZodRawShape> = (readings: Readings<S>) => RuleIssue[];

type Name<S extends ZodRawShape> = keyof S & string;

/** The kinds of rules that a form's order is written with. */
export interface RuleBook<S extends ZodRawShape> {
  /** These fields must be there; which may depend on the others. */
  required: (
    fields: readonly Name<S>[] | ((typed: Typed<S>) => readonly Name<S>[]),
    message: string,
  ) => Rule<S>;
  /** Told here: what the schemas of these fields say, where something stands in them. */
  valid: (...fields: readonly Name<S>[]) => Rule<S>;
  /**
   * A rule about several fields, told at one.
   *
   * @param isKept reads the fields that are right, and all as they came
   */
  check: (
    field: Name<S>,
    message: string,
    isKept: (read: Read<S>, typed: Typed<S>) => boolean,
  ) => Rule<S>;
}

/** Fields and rules of one form or call. */
export interface Input<S extends ZodRawShape = ZodRawShape> {
  /** The fields alone: types, limits, choices. */
  fields: ZodObject<S>;
  /** What validates: unknown fields are dropped, every broken rule is an issue, in the rules' order. */
  schema: z.ZodType<z.output<ZodObject<S>>, z.ZodTypeDef, unknown>;
  /** What its page says at the fields that one sentence for all calls missing. */
  missing?: MissingWords;
}

/** What a use case receives. */
export type InputData<I extends Input> = z.output<I["schema"]>;

interface Options<S extends ZodRawShape> {
  /** Whether the form has the field at all, by what else was said; one that it lacks is dropped unread. */
  isUsed?: (field: Name<S>, typed: Typed<S>) => boolean;
  missing?: MissingWords;
}

/**
 * Describes an input. Told first are the `rules` in their order, then what the fields' own schemas say, in
 * the fields' order; of several messages about one field the first counts. (zod alone runs an object's
 * refinement only once every field has passed.)
 */
export function input<S extends ZodRawShape>(
  shape: S,
  rules: (book: RuleBook<S>) => readonly Rule<S>[] = () => [],
  { isUsed = () => true, missing }: Options<S> = {},
): Input<S> {
  const fields = z.object(shape);
  const order = [...rules(bookOf<S>()), everyProblem<S>()];
  const schema = z.unknown().transform((raw, context) => {
    const readings = readAll(shape, raw, isUsed);
    const issues = firstOfEachField(order.flatMap((rule) => rule(readings)));
    for (const { field, message } of issues) {
      context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
    }
    if (issues.length > 0) return z.NEVER;
    const values = Object.entries<Reading>(readings).filter(([, { value }]) => value !== undefined);
    return Object.fromEntries(values.map(([name, { value }]) => [name, value])) as z.output<
      ZodObject<S>
    >;
  });
  return { fields, schema, ...(missing && { missing }) };
}

/** An input without fields: a form that is its button alone, a call without a payload. */
export const noInput = input({});

function bookOf<S extends ZodRawShape>(): RuleBook<S> {
  return {
    required: (fields, message) => (readings) => {
      const names = typeof fields === "function" ? fields(typedOf(readings)) : fields;
      return names
        .filter((field) => (readings[field].typed ?? undefined) === undefined)
        .map((field) => ({ field, message }));
    },
    valid:
      (...fields) =>
      (readings) =>
        fields.flatMap((field) => problemOf(readings, field, readings[field].typed !== undefined)),
    check: (field, message, isKept) => (readings) =>
      isKept(readOf(readings), typedOf(readings)) ? [] : [{ field, message }],
  };
}

function everyProblem<S extends ZodRawShape>(): Rule<S> {
  return (readings) => Object.keys(readings).flatMap((field) => problemOf(readings, field, true));
}

function problemOf<S extends ZodRawShape>(
  readings: Readings<S>,
  field: Name<S>,
  isTold: boolean,
): RuleIssue[] {
  const { problem } = readings[field];
  return isTold && problem !== null ? [{ field, message: problem }] : [];
}

function typedOf<S extends ZodRawShape>(readings: Readings<S>): Typed<S> {
  const typed = Object.entries<Reading>(readings).map(([name, reading]) => [name, reading.typed]);
  return Object.fromEntries(typed) as Typed<S>;
}

function readOf<S extends ZodRawShape>(readings: Readings<S>): Read<S> {
  const read = Object.entries<Reading>(readings).filter(([, { problem }]) => problem === null);
  return Object.fromEntries(read.map(([name, { value }]) => [name, value])) as Read<S>;
}

function readAll<S extends ZodRawShape>(
  shape: S,
  raw: unknown,
  isUsed: (field: Name<S>, typed: Typed<S>) => boolean,
): Readings<S> {
  const sent = Object(raw) as Record<string, unknown>;
  const names = Object.keys(shape);
  const typed = Object.fromEntries(
    names.map((name) => [
      name,
      Object.hasOwn(sent, name)
        ? asTyped(shape[name]!, sent[name], isPassword(name) ? String : seenText)
        : undefined,
    ]),
  ) as Typed<S>;
  const readings = names.map((name): [string, Reading] => [
    name,
    isUsed(name, typed) ? readField(shape[name]!, typed[name]) : LACKING,
  ]);
  return Object.fromEntries(readings) as Readings<S>;
}

/** Taken to the letter, and never sent back. */
export function isPassword(field: string): boolean {
  return /password/i.test(field);
}

/** Of a field that the form does not have: it is neither read nor asked for. */
const LACKING: Reading = { typed: undefined, value: undefined, problem: null };

/** Whether a text holds what none is written with: NUL, or half of a character that takes two. */
function isUnwritable(value: unknown): boolean {
  return typeof value === "string" && /[\0\p{Cs}]/u.test(value);
}

function readField(field: ZodTypeAny, typed: unknown): Reading {
  const parsed = field.safeParse(typed);
  if (parsed.success && ![parsed.data].flat().some(isUnwritable)) {
    return { typed, value: parsed.data as unknown, problem: null };
  }
  if (parsed.success) return { typed, value: undefined, problem: refusalMessage("invalid") };
  return { typed, value: undefined, problem: parsed.error.issues[0]!.message };
}

/** Keeps the order, and of each field only its first message. */
function firstOfEachField(issues: readonly RuleIssue[]): RuleIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ field }) => !seen.has(field) && seen.add(field));
}

/**
 * What JSON or a form holds, as the type of its field: blank is absent; a form's texts become the numbers,
 * booleans and lists that the field is of; null stands for blank where the field takes null. What does not fit is
 * left for the field to refuse.
 *
 * @param tidy what is kept of a text
 */
function asTyped(field: ZodTypeAny, sent: unknown, tidy: (text: string) => string): unknown {
  const raw = typeof sent === "string" ? tidy(sent) : sent;
  const blank = takesNull(field) ? null : undefined;
  if (raw === null || (typeof raw === "string" && raw.trim() === "")) return blank;
  const type = baseOf(field);
  if (type instanceof z.ZodArray) {
    const item = type.element as ZodTypeAny;
    const items = (Array.isArray(raw) ? (raw as unknown[]) : [raw])
      .map((value) => asTyped(item, value, tidy))
      .filter((value) => value !== undefined);
    return items.length > 0 ? items : blank;
  }
  // A field that makes numbers of what it is given would ask an object for its `toString`.
  if (typeof raw === "object" && type instanceof z.ZodNumber) return Number.NaN;
  if (typeof raw !== "string") return raw;
  if (type instanceof z.ZodNumber) return readNumber(raw) ?? raw;
  if (type instanceof z.ZodBoolean) return BOOLEANS.get(raw) ?? raw;
  // Forms send two characters for the end of a line, which people and `maxlength` count as one.
  return raw.replace(/\r\n?/g, "\n");
}

/** As forms and query strings say them; `on` is a ticked box. */
const BOOLEANS = new Map([
  ["on", true],
  ["true", true],
  ["false", false],
]);

/** Digits, grouped by three or not at all; three alone after a point or comma may be a group, or decimals. */
const TYPED_NUMBER = /^-?(?:\d+|\d{1,3}(?:\s\d{3})+)(?:[.,](?:\d{1,2}|\d{4,}))?(?:\s?€)?$/;

/** A number as people type it in France: `1 234,50`; null when it is none, or may be two: `1.500`. */
function readNumber(text: string): number | null {
  const typed = withoutUnseen(text).trim();
  if (!TYPED_NUMBER.test(typed)) return null;
  return Number(typed.replace(/[\s€]/g, "").replace(",", "."));
}

/** Whether null, as which a blank is read then, says of a field that there is none, where nothing said leaves it alone. */
export function takesNull(field: ZodTypeAny): boolean {
  if (field instanceof z.ZodEffects) return takesNull(field.innerType() as ZodTypeAny);
  if (field instanceof z.ZodOptional) return takesNull(field.unwrap() as ZodTypeAny);
  return field instanceof z.ZodNullable;
}

/** The type of what comes in, below what zod wraps around it. */
export function baseOf(field: ZodTypeAny): ZodTypeAny {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    return baseOf(field.unwrap() as ZodTypeAny);
  }
  if (field instanceof z.ZodDefault) return baseOf(field.removeDefault() as ZodTypeAny);
  if (field instanceof z.ZodCatch) return baseOf(field.removeCatch() as ZodTypeAny);
  if (field instanceof z.ZodEffects) return baseOf(field.innerType() as ZodTypeAny);
  if (field instanceof z.ZodPipeline) return baseOf((field._def as { in: ZodTypeAny }).in);
  return field;
}
