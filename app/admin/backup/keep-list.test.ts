import { expect, it } from "vitest";
import { allModels } from "@models/all";
import { KEPT } from "./keep-list.server";

it("an operator's list of what a restore brings back asks for what there is", () => {
  for (const [name, filter, fields] of KEPT) {
    const { schema } = allModels.find(({ collection }) => collection.name === name)!;
    for (const field of [...Object.keys(filter), ...fields]) {
      expect(schema.path(field), `${name}: ${field}`).toBeDefined();
    }
    for (const [field, asked] of Object.entries<unknown>(filter)) {
      const value = asked instanceof Object && "$ne" in asked ? asked.$ne : asked;
      const { enum: choices } = schema.path(field).options as { enum?: unknown[] };
      if (choices && typeof value === "string") expect(choices).toContain(value);
    }
  }
});
