/** What of JSON Schema the API's document is made with. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  if?: JsonSchema;
  then?: JsonSchema;
}

const TEXT = "Texte d’exemple, assez long.";

/** A value that a schema takes: an object has all its required fields, and of the others those with an example. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!);
  const [type] = [schema.type ?? []].flat();
  switch (type) {
    case "object":
      return sampleOfObject(schema);
    case "array":
      return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}));
    case "number":
    case "integer":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return TEXT.slice(0, schema.maxLength).padEnd(schema.minLength ?? 0, ".");
  }
}

function sampleOfObject({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  const said = Object.entries(properties).filter(
    ([name, { examples }]) => required.includes(name) || examples !== undefined,
  );
  return Object.fromEntries(said.map(([name, property]) => [name, sampleOf(property)]));
}
