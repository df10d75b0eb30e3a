import { readFile, readdir } from "node:fs/promises";
import mongoose from "mongoose";
import { expect, it } from "vitest";
import { allModels } from "./all";

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

it.each(allModels.map(({ modelName, schema }) => ({ modelName, schema })))(
  "$modelName refuses unknown fields, and leaves its indexes to the set-up",
  ({ schema }) => {
    // Said again, for all models take theirs from one place.
    const expected = { strict: "throw", autoIndex: false, autoCreate: false, versionKey: false };
    expect(schema.options).toMatchObject(expected);
  },
);

it("every collection keeps the name under which its data lie", () => {
  const nameOf = mongoose.pluralize()!;
  for (const { modelName, collection } of allModels) {
    expect(collection.name).toBe(nameOf(modelName));
  }
});

interface Fields {
  options: { _id?: boolean; strict?: unknown };
  eachPath(tell: (path: string, type: Field) => void): unknown;
}
interface Field {
  instance: string;
  options: object;
  schema?: Fields;
  /** Of a list: what is in it. */
  embeddedSchemaType?: Field;
}

/** What may stand in a field: `[String] (AM | PM)`. */
function kindOf({ instance, options, schema, embeddedSchemaType: item }: Field): string {
  const { enum: choices } = options as { enum?: readonly string[] };
  const kind = item ? `[${item.instance}]` : instance;
  const known = schema?.options.strict === "throw" ? ", nothing unknown" : "";
  return (choices ? `${kind} (${choices.join(" | ")})` : kind) + known;
}

/** What a schema takes, refuses or sets by itself: a line for each field. */
function rulesOf(schema: Fields, prefix = ""): string[] {
  const lines: string[] = [];
  schema.eachPath((path, type) => {
    const { required, default: preset, ...others } = type.options as Record<string, unknown>;
    const { min, max, maxlength, immutable, validate } = others;
    const made = typeof preset === "function" ? "made" : preset;
    const whole = validate === Number.isInteger;
    const rules = Object.entries({ required, default: made, min, max, maxlength, immutable, whole })
      .filter(([name, rule]) => rule !== undefined && (rule !== false || name === "default"))
      .map(([name, rule]) => (rule === true ? name : `${name} ${JSON.stringify(rule)}`));
    lines.push(`${prefix}${path}: ${[kindOf(type), ...rules].join(", ")}`);
    if (type.schema) lines.push(...rulesOf(type.schema, `${prefix}${path}.`));
  });
  return lines;
}

// A choice, a rule or an index less is seen by nobody else.
it.each(allModels.map(({ modelName, schema }) => ({ modelName, schema })))(
  "$modelName keeps its rules and its indexes",
  ({ schema }) => {
    const indexes = schema.indexes().map(([fields, { background: _, ...options }]) => {
      const told = Object.keys(options).length > 0 ? ` ${JSON.stringify(options)}` : "";
      return `index ${JSON.stringify(fields)}${told}`;
    });
    expect([...rulesOf(schema), ...indexes]).toMatchSnapshot();
  },
);

it("what the database alone holds: nothing twice, and nothing past its time", () => {
  const held = allModels.flatMap(({ modelName, schema }) =>
    schema.indexes().flatMap(([fields, { unique, expireAfterSeconds }]) => {
      const name = `${modelName} ${Object.keys(fields).join(" ")}`;
      const once = unique ? [`${name}: once`] : [];
      return expireAfterSeconds === undefined
        ? once
        : [...once, `${name}: ${expireAfterSeconds} s`];
    }),
  );
  expect(held.sort()).toEqual([
    "ApiToken expiresAt: 0 s",
    "ApiToken hash: once",
    "AuditEntry seq: once",
    "BookedSlot venue day slot: once",
    "CalendarImport venue url: once",
    "DayCount day name: once",
    "GalleryRun startedAt: 7776000 s",
    "GalleryTile section place: once",
    "HoldGuard expire: 0 s",
    "Mail key: once",
    "PrivacyRequest message: once",
    "RateLimit expire: 0 s",
    "RateLimit key: once",
    "Receipt number: once",
    "Reservation checkoutSessionId: once",
    "Reservation paymentIntentId: once",
    "Reservation reference: once",
    "Reservation userId requestKey: once",
    "Review reservation: once",
    "SavedFilter admin list name: once",
    "Session expiresAt: 0 s",
    "User accountId: once",
    "User email: once",
    "User spondorshipCode: once",
    "User tag: once",
  ]);
});
