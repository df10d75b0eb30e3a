import { readFile, readdir } from "node:fs/promises";
import type { Model, SchemaType } from "mongoose";
import { expect, it } from "vitest";
import { allModels } from "./all";

/**
 * What the database holds and how it finds it, a line for each field: a change of it shows here, and is one for
 * documents that exist, too (migrations.ts).
 */

/** `String, enum ["AM","PM"], required true`: all that a field's schema says. */
function described({ instance, options }: SchemaType): string {
  const { type: _type, ref: _ref, ...facts } = options as Record<string, unknown>;
  const said = Object.entries(facts).map(([name, fact]) => {
    const text = typeof fact === "function" ? "computed" : JSON.stringify(fact);
    return `${name} ${text}`;
  });
  return [instance, ...said].join(", ");
}

/** Fields by their whole path, those of parts and of lists too. */
function fieldsOf(schema: Model<never>["schema"], prefix = ""): string[] {
  return Object.entries(schema.paths).flatMap(([name, type]) => {
    const inner = (type as { schema?: Model<never>["schema"] }).schema;
    const element = (type as { embeddedSchemaType?: SchemaType }).embeddedSchemaType;
    const of = element && !inner ? ` of ${described(element)}` : "";
    return [
      `${prefix}${name}: ${described(type)}${of}`,
      ...(inner ? fieldsOf(inner, `${prefix}${name}.`) : []),
    ];
  });
}

it("no collection is without its set-up", async () => {
  // One that `all` does not name would have no indexes, and no part in what concerns them all.
  const directory = new URL(".", import.meta.url);
  const files = (await readdir(directory)).filter((file) => !file.includes(".test."));
  const texts = await Promise.all(
    files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFile(new URL(file, directory), "utf8")),
  );
  const defined = texts.flatMap((text) => [...text.matchAll(/ = defineModel\(\s*"(\w+)"/g)]);
  const names = allModels.map(({ modelName }) => modelName);
  expect(names.sort()).toEqual(defined.map(([, name]) => name).sort());
});

it.each(allModels.map((model) => [model.modelName, model] as const))("%s", (_name, model) => {
  const { schema, collection } = model;
  expect({
    collection: collection.name,
    fields: fieldsOf(schema),
    indexes: schema.indexes().map((index) => JSON.stringify(index)),
    options: { strict: schema.get("strict"), minimize: schema.get("minimize") },
  }).toMatchSnapshot();
});
