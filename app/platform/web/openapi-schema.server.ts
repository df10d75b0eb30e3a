/** Fields as the API's document shows them: real types, with what transforms and refinements ask for. */
import { extendZodWithOpenApi } from "@asteasolutions/zod-to-openapi";
import { z, type ZodTypeAny } from "zod";
import { factsOf } from "./field-facts";
import { baseOf, takesNull } from "./input";
import {
  requiredInSchema,
  requiredInWords,
  requiredWithout,
  withoutInSchema,
  type RequiredWhere,
} from "./openapi-conditions.server";

extendZodWithOpenApi(z);

const NOT_BLANK = "\\S";

/** The object that a call takes in. @param where which choices ask for which of its fields */
export function documentedInput(shape: z.ZodRawShape, where: RequiredWhere = new Map()) {
  const properties = Object.entries(shape).map(([name, field]) => {
    const cases = where.get(name);
    return [name, documented(field, cases && requiredInWords(cases))];
  });
  const input = z.object(Object.fromEntries(properties) as Record<string, ZodTypeAny>);
  const conditions = [...requiredInSchema(where), ...withoutInSchema(requiredWithout(shape))];
  // The package's types stop short of `if`; what it prints does not.
  return conditions.length > 0 ? input.openapi({ allOf: conditions as never[] }) : input;
}

/** One field as it is sent, without what is made of it; optional where it may be left out. */
export function documented(field: ZodTypeAny, note?: string): ZodTypeAny {
  const isOptional = field.isOptional();
  const said = { ...ofBase(field, isOptional), ...factsOf(field) };
  const { example, description, requiredWithout: other, ...facts } = said;
  const without = other && `Required where \`${other}\` is absent.`;
  const words = [description ?? field.description, without, note].filter(Boolean).join(" ");
  const fallback = defaultOf(field);
  const plain = plainOf(baseOf(field));
  const told = plain.openapi({
    ...(words !== "" && { description: words }),
    ...facts,
    ...(example !== undefined && { examples: [example] }),
    ...(fallback !== undefined && { default: fallback }),
  });
  const whole = takesNull(field) ? withNull(told) : told;
  return isOptional ? whole.optional() : whole;
}

/** A field that may be null too. In a choice of names the package leaves the null out. */
function withNull(told: ZodTypeAny): ZodTypeAny {
  if (!(told instanceof z.ZodEnum)) return told.nullable();
  return told.nullable().openapi({ enum: [...(told.options as string[]), null] });
}

/** A required text may not be blank, nor a required list empty: either counts as absent. */
function ofBase(field: ZodTypeAny, isOptional: boolean) {
  const base = baseOf(field);
  if (isOptional) return {};
  if (base instanceof z.ZodArray && !(base._def as z.ZodArrayDef).minLength) return { minItems: 1 };
  if (!(base instanceof z.ZodString) || base._def.checks.some(isShape)) return {};
  return { pattern: NOT_BLANK };
}

const isShape = ({ kind }: { kind: string }) => kind === "regex";

/** zod's own kinds, with no effects inside. A `ZodAny`, which `z.custom()` makes, stands for a picture's bytes, sent as text. */
function plainOf(base: ZodTypeAny): ZodTypeAny {
  if (base instanceof z.ZodArray) {
    const def = base._def as z.ZodArrayDef;
    return new z.ZodArray({ ...def, type: documented(base.element as ZodTypeAny) });
  }
  if (base instanceof z.ZodUnion) {
    const [first, second, ...rest] = (base.options as ZodTypeAny[]).map((option) =>
      documented(option),
    );
    return z.union([first!, second!, ...rest]);
  }
  if (base instanceof z.ZodAny) return z.string();
  return base;
}

/** What counts when a field is left out; undefined when nothing does. */
function defaultOf(field: ZodTypeAny): unknown {
  const unsaid = field.safeParse(undefined);
  return unsaid.success && unsaid.data !== "" ? (unsaid.data as unknown) : undefined;
}
