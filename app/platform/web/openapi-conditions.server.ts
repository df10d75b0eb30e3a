/**
 * When a field that may be left out must be there after all: the input is asked, choice by choice, and the
 * document says it to people in words and to programs with `if` and `then` (JSON Schema 2020-12).
 */
import { z } from "zod";
import { factsOf } from "./field-facts";
import { baseOf, type Input } from "./input";
import type { JsonSchema } from "./sample";

/** Choices, by their fields' names. */
type Choices = Readonly<Record<string, string>>;

/** Choices that ask for a field, unless one of these boxes is ticked beside them. */
interface Asking {
  choices: Choices;
  unless: readonly string[];
}

/** What asks for a field, by its name. */
export type RequiredWhere = ReadonlyMap<string, readonly Asking[]>;

/** So many choices that need not be made are tried beside each other: a number may be asked of a kind of a role of a type. */
const MOST_OTHERS = 3;

/** The fields of an input that other fields' choices ask for. */
export function requiredWhere(input: Input): RequiredWhere {
  const { shape } = input.fields;
  const isOptional = (name: string) => shape[name]!.isOptional();
  const missingWith = (choices: Choices): string[] =>
    toldOf(input, choices).filter((name) => isOptional(name) && !Object.hasOwn(choices, name));
  const where = new Map<string, Choices[]>();
  for (const choices of casesOf(shape, isOptional)) {
    for (const name of missingWith(choices)) {
      const known = where.get(name) ?? [];
      if (!known.some((wider) => isWithin(choices, wider))) where.set(name, [...known, choices]);
    }
  }
  return new Map(
    [...where]
      .filter(([, cases]) => cases.every((choices) => Object.keys(choices).length > 0))
      .map(([name, cases]) => [
        name,
        cases.map((choices) => ({ choices, unless: boxesInstead(input, name, choices) })),
      ]),
  );
}

/** "Required where `type` is `Collectivité`." */
export function requiredInWords(cases: readonly Asking[]): string {
  return `Required where ${cases.map(textOf).join(", or ")}.`;
}

/** The fields that are asked for where another one is absent, by which that is. */
export function requiredWithout(shape: z.ZodRawShape): [name: string, other: string][] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const { requiredWithout: other } = factsOf(field);
    return other === undefined ? [] : [[name, other]];
  });
}

/** One condition for each field whose absence asks for others; blank is absent. */
export function withoutInSchema(asked: readonly [name: string, other: string][]): JsonSchema[] {
  return [...new Set(asked.map(([, other]) => other))].map((other) => ({
    if: { not: thereOf([other]) },
    then: thereOf(asked.filter((one) => one[1] === other).map(([name]) => name)),
  }));
}

/** One condition for each choice that asks for something; blank is absent. */
export function requiredInSchema(where: RequiredWhere): JsonSchema[] {
  const asked = new Map<string, { asking: Asking; names: string[] }>();
  for (const [name, cases] of where) {
    for (const asking of cases) {
      const key = textOf(asking);
      const names = asked.get(key)?.names ?? [];
      asked.set(key, { asking, names: [...names, name] });
    }
  }
  return [...asked.values()].map(({ asking: { choices, unless }, names }) => ({
    if: {
      ...saying(choices),
      ...(unless.length > 0 && { not: { anyOf: unless.map((box) => saying({ [box]: true })) } }),
    },
    then: thereOf(names),
  }));
}

/** Of a text, and of a list. */
const NOT_BLANK: JsonSchema = { pattern: "\\S", minItems: 1, not: { type: "null" } };

/** What has these fields, with something in them. */
function thereOf(names: string[]): JsonSchema {
  const properties = Object.fromEntries(names.map((name) => [name, NOT_BLANK]));
  return { properties, required: names };
}

/** What has these fields with these values. */
function saying(values: Readonly<Record<string, string | boolean>>): JsonSchema {
  const said = Object.entries(values).map(([name, value]) => [name, { const: value }] as const);
  return { properties: Object.fromEntries(said), required: Object.keys(values) };
}

/** The fields that an input has something to say about. */
function toldOf({ schema }: Input, sent: Readonly<Record<string, unknown>>): string[] {
  const { error } = schema.safeParse(sent);
  return [...new Set(error?.issues.map(({ path }) => String(path[0])))];
}

/** The boxes of which each, ticked, spares a field that choices ask for; all else is there as in its example. */
function boxesInstead(input: Input, name: string, choices: Choices): string[] {
  const { shape } = input.fields;
  const isAsked = (sent: Readonly<Record<string, unknown>>) => toldOf(input, sent).includes(name);
  const others = Object.entries(shape).flatMap(([field, kind]) => {
    const { example } = factsOf(kind);
    return field === name || example === undefined ? [] : [[field, example] as const];
  });
  const sent = { ...Object.fromEntries(others), ...choices };
  if (!isAsked(sent)) return [];
  const boxes = Object.keys(shape).filter((field) => baseOf(shape[field]!) instanceof z.ZodBoolean);
  return boxes.filter((box) => box !== name && !isAsked({ ...sent, [box]: true }));
}

function isWithin(choices: Choices, wider: Choices): boolean {
  return Object.entries(wider).every(([field, value]) => choices[field] === value);
}

/** The choices that have to be made, in every way; then beside some of the others, few before many. */
function casesOf(shape: z.ZodRawShape, isOptional: (name: string) => boolean): Choices[] {
  const choices = Object.entries(shape).flatMap(([name, field]) => {
    const base = baseOf(field);
    if (!(base instanceof z.ZodEnum)) return [];
    return [{ name, ways: (base.options as string[]).map((value) => ({ [name]: value })) }];
  });
  const made = choices.filter(({ name }) => !isOptional(name));
  const others = choices.filter(({ name }) => isOptional(name)).map(({ ways }) => ways);
  const bases = made.reduce<Choices[]>((some, { ways }) => beside(some, ways), [{}]);
  return Array.from({ length: MOST_OTHERS + 1 }, (_, count) =>
    besideSome(bases, others, count),
  ).flat();
}

/** Each of some choices with each way of so many others. */
function besideSome(
  some: readonly Choices[],
  others: readonly (readonly Choices[])[],
  count: number,
): Choices[] {
  if (count === 0) return [...some];
  return others.flatMap((ways, index) =>
    besideSome(beside(some, ways), others.slice(index + 1), count - 1),
  );
}

/** Each of some choices with each way of another. */
function beside(some: readonly Choices[], ways: readonly Choices[]): Choices[] {
  return some.flatMap((choices) => ways.map((way) => ({ ...choices, ...way })));
}

function textOf({ choices, unless }: Asking): string {
  const asks = Object.entries(choices).map(([name, value]) => `\`${name}\` is \`${value}\``);
  const spares = unless.map((box) => `\`${box}\``).join(" or ");
  return `${asks.join(" and ")}${spares && `, unless ${spares} is true`}`;
}
