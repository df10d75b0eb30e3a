import { OpenApiGeneratorV31, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { expect, it } from "vitest";
import { z } from "zod";
import { documentedInput } from "./openapi-schema.server";

it("asks for words, or an entry, of what has to be there alone: a blank is read as absent", () => {
  const registry = new OpenAPIRegistry();
  const fields = {
    title: z.string(),
    note: z.string().optional(),
    types: z.array(z.string()),
    extras: z.array(z.string()).optional(),
  };
  registry.register("Asked", documentedInput(fields));
  const { components } = new OpenApiGeneratorV31(registry.definitions).generateComponents();
  const words = { type: "string", pattern: "\\S" };
  expect(components?.schemas?.Asked).toEqual({
    type: "object",
    properties: {
      title: words,
      note: { type: "string" },
      types: { type: "array", minItems: 1, items: words },
      extras: { type: "array", items: words },
    },
    required: ["title", "types"],
  });
});
