/**
 * When a field that may be left out must be there after all: the input is asked, choice by choice, and the
 * document says it to people in words and to programs with `if` and `then` (JSON Schema 2020-12).
 */
import { z } from "zod";
import { baseOf, type Input } from "./input";
import type { JsonSchema } from "./sample";

/** Choices, by their fields' names. */
type Choices = Readonly<Record<string, string>>;

/** The choices that ask for a field, by its name. */
export type RequiredWhere = ReadonlyMap<string, readonly Choices[]>;

/** The fields of an input that other fields' choices ask for. */
export function requiredWhere({ fields, schema }: Input): RequiredWhere {
  const isOptional = (name: string) => fields.shape[name]!.isOptional();
  const missingWith = (choices: Choices): string[] => {
    const { error } = schema.safeParse(choices);
    const names = new Set(error?.issues.map(({ path }) => String(path[0])));
    return [...names].filter((name) => isOptional(name) && !Object.hasOwn(choices, name));
  };
  const where = new Map<string, Choices[]>();
  for (const choices of casesOf(fields.shape, isOptional)) {
    for (const name of missingWith(choices)) {
      const known = where.get(name) ?? [];
      if (!known.some((wider) => isWithin(choices, wider))) where.set(name, [...known, choices]);
    }
  }
  return new Map(
    [...where].filter(([, cases]) => cases.every((choices) => Object.keys(choices).length > 0)),
  );
}

/** "Required where `type` is `Collectivité`." */
export function requiredInWords(cases: readonly Choices[]): string {
  return `Required where ${cases.map(textOf).join(", or ")}.`;
}

/** One condition for each choice that asks for something; blank is absent. */
export function requiredInSchema(where: RequiredWhere): JsonSchema[] {
  const asked = new Map<string, { choices: Choices; names: string[] }>();
  for (const [name, cases] of where) {
    for (const choices of cases) {
      const key = textOf(choices);
      const names = asked.get(key)?.names ?? [];
      asked.set(key, { choices, names: [...names, name] });
    }
  }
  return [...asked.values()].map(({ choices, names }) => ({
    if: {
      properties: Object.fromEntries(
        Object.entries(choices).map(([name, value]) => [name, { const: value }]),
      ),
      required: Object.keys(choices),
    },
    then: {
      properties: Object.fromEntries(names.map((name) => [name, NOT_BLANK])),
      required: names,
    },
  }));
}

/** Of a text, and of a list. */
const NOT_BLANK: JsonSchema = { pattern: "\\S", minItems: 1, not: { type: "null" } };

function isWithin(choices: Choices, wider: Choices): boolean {
  return Object.entries(wider).every(([field, value]) => choices[field] === value);
}

/** The choices that have to be made, in every way; then each beside one, and beside two, of the others. */
function casesOf(shape: z.ZodRawShape, isOptional: (name: string) => boolean): Choices[] {
  const choices = Object.entries(shape).flatMap(([name, field]) => {
    const base = baseOf(field);
    if (!(base instanceof z.ZodEnum)) return [];
    return [{ name, ways: (base.options as string[]).map((value) => ({ [name]: value })) }];
  });
  const made = choices.filter(({ name }) => !isOptional(name));
  const others = choices.filter(({ name }) => isOptional(name)).map(({ ways }) => ways);
  const bases = made.reduce<Choices[]>((some, { ways }) => beside(some, ways), [{}]);
  const withOne = others.flatMap((ways) => beside(bases, ways));
  const withTwo = others.flatMap((ways, index) =>
    others.slice(index + 1).flatMap((more) => beside(beside(bases, ways), more)),
  );
  return [...bases, ...withOne, ...withTwo];
}

/** Each of some choices with each way of another. */
function beside(some: readonly Choices[], ways: readonly Choices[]): Choices[] {
  return some.flatMap((choices) => ways.map((way) => ({ ...choices, ...way })));
}

function textOf(choices: Choices): string {
  return Object.entries(choices)
    .map(([name, value]) => `\`${name}\` is \`${value}\``)
    .join(" and ");
}
