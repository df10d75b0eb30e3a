import mongoose, { type Model, type Schema } from "mongoose";

/**
 * Registers a model once. In development a reload of its file registers it anew (a bare
 * `mongoose.model` would throw OverwriteModelError).
 */
export function defineModel<T>(name: string, schema: Schema<T>): Model<T> {
  if (mongoose.models[name]) mongoose.deleteModel(name);
  return mongoose.model<T>(name, schema);
}

/** Options that all schemas share: no unknown fields, no index built behind the set-up step's back. */
export const schemaOptions = {
  strict: "throw",
  autoIndex: false,
  autoCreate: false,
  versionKey: false,
} as const;

/** How names and titles are put in order: as French does, whatever their case and accents. */
export const FRENCH = { locale: "fr", strength: 1 } as const;

/** These fields alone: for aggregations, which take no names as a text, and where the list is made. */
export function projectionOf(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

/**
 * All that a schema knows, field by field, also of what lies within: 'platform.name'. A read of these alone leaves out what a
 * newer release stored, which no insert of this one would take.
 */
export function fieldsOf<T>(schema: Schema<T>): string[] {
  const fields: string[] = [];
  schema.eachPath((path, { schema: within }) => {
    fields.push(...(within ? fieldsOf(within).map((field) => `${path}.${field}`) : [path]));
  });
  return fields;
}
