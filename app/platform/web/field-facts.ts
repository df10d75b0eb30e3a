import { z, type ZodTypeAny } from "zod";

/**
 * What the API's document says of a field beside what zod shows: what a transform or a refinement asks for is
 * in no schema. `format` and `pattern` are JSON Schema's, in English.
 */
export interface FieldFacts {
  description?: string;
  type?: "string";
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  multipleOf?: number;
  /** The field in whose absence this one has to be there. */
  requiredWithout?: string;
  /** One that is taken. */
  example?: unknown;
}

const known = new WeakMap<ZodTypeAny, FieldFacts>();

/** Says something about a field, which stays as it is. Last: what zod makes of it then is another field. */
export function withFacts<T extends ZodTypeAny>(field: T, facts: FieldFacts): T {
  known.set(field, facts);
  return field;
}

/** What is said of a field, or of what it is made from; the outermost word counts. */
export function factsOf(field: ZodTypeAny): FieldFacts {
  const inner = innerOf(field);
  return { ...(inner && factsOf(inner)), ...known.get(field) };
}

function innerOf(field: ZodTypeAny): ZodTypeAny | null {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    return field.unwrap() as ZodTypeAny;
  }
  if (field instanceof z.ZodDefault) return field.removeDefault() as ZodTypeAny;
  if (field instanceof z.ZodCatch) return field.removeCatch() as ZodTypeAny;
  if (field instanceof z.ZodEffects) return field.innerType() as ZodTypeAny;
  if (field instanceof z.ZodPipeline) return (field._def as { in: ZodTypeAny }).in;
  return null;
}
