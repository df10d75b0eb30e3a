import { expect, it } from "vitest";
import { PRIVATE_ROLES } from "@models/enumerations";
import { toldErrors } from "~/platform/web/told-errors";
import { accountInput, accountPage, adminInput, adminPage } from "./forms";

const surroundings = { today: () => "2026-11-21", isCommonPassword: () => false };

it.each([
  ...PRIVATE_ROLES.map((role) => ({ type: "Entités privés", role })),
  { type: "Entités privés" },
  { type: "Collectivité" },
  {},
])("says at each missing field of %j what to write there", (typed) => {
  const isAccount = "type" in typed;
  const input = isAccount ? accountInput(surroundings) : adminInput(surroundings);
  const { error } = input.schema.safeParse(typed);
  const errors = Object.fromEntries(
    error!.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  const told = toldErrors(errors, (isAccount ? accountPage : adminPage).missing);
  expect(told.lead).toBe("Veuillez remplir tous les champs obligatoires.");
  expect(Object.values(told.errors)).not.toContain(told.lead);
});
