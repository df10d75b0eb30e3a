import { withZod } from "@remix-validated-form/with-zod";
import { describe, expect, it } from "vitest";
import { orderedSchema, type RuleIssue } from "./ordered-schema";

const schema = orderedSchema(["name", "terms"], ({ name, terms }) => {
  const issues: RuleIssue[] = [];
  if (!terms) issues.push({ field: "terms", message: "terms first" });
  if (!name) issues.push({ field: "name", message: "name second" });
  if (!name) issues.push({ field: "name", message: "never told" });
  return issues.length > 0 ? { issues } : { data: { name: name! } };
});

describe("orderedSchema", () => {
  it("tells every broken rule in the rules' order, even while fields are missing", () => {
    const { error } = schema.safeParse({});
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["terms", "terms first"],
      ["name", "name second"],
    ]);
  });

  it("keeps that order in a form's messages", async () => {
    const { error } = await withZod(schema).validate(new FormData());
    expect(Object.entries(error?.fieldErrors ?? {})).toEqual([
      ["terms", "terms first"],
      ["name", "name second"],
    ]);
  });

  it("reads JSON and forms alike", () => {
    expect(schema.parse({ name: 12, terms: true })).toEqual({ name: "12" });
    expect(schema.parse({ name: "Anne", terms: "on", isAdmin: true })).toEqual({ name: "Anne" });
  });

  it.each([{ $gt: "" }, ["Anne", "Zoé"], null, "   ", false])("takes %j for absent", (name) => {
    expect(schema.safeParse({ name, terms: "on" }).error?.issues[0]?.message).toBe("name second");
  });
});
