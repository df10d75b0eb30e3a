import { z } from "zod";
import { baseOf, type Input } from "./input";

/** What a browser can hold people to while they type, as a field's props. */
export interface FieldConstraints {
  optional?: boolean;
  maxLength?: number;
}

const known = new WeakMap<Input, Record<string, FieldConstraints>>();

/**
 * The native constraints of an input's fields, from their schemas. Only what browsers tell well: that a
 * field may stay empty, and where a text ends. What it has to look like is told by the server, in the
 * product's own words.
 */
export function constraintsOf(input: Input): Record<string, FieldConstraints> {
  let constraints = known.get(input);
  if (!constraints) {
    const fields = Object.entries(input.fields.shape);
    constraints = Object.fromEntries(fields.map(([name, field]) => [name, ofField(field)]));
    known.set(input, constraints);
  }
  return constraints;
}

function ofField(field: z.ZodTypeAny): FieldConstraints {
  const base = baseOf(field);
  const longest = base instanceof z.ZodString ? base.maxLength : null;
  return {
    ...(field.isOptional() && { optional: true }),
    ...(longest !== null && { maxLength: longest }),
  };
}
