import { expect, it } from "vitest";
import { entityName } from "~/accounts/identity-fields";
import { taxFactsPage } from "./forms";

it("takes a legal name as long as a structure's own, which the form begins with", () => {
  const { legalName } = taxFactsPage.fields.shape;
  for (const field of [entityName, legalName]) {
    const isTaken = (length: number) => field.safeParse("x".repeat(length)).success;
    expect([isTaken(200), isTaken(201)]).toEqual([true, false]);
  }
});
