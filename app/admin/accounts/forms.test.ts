import { describe, expect, it } from "vitest";
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

/** The fields that are wrong. */
const wrong = (input: { schema: ReturnType<typeof accountInput>["schema"] }, said: object) =>
  input.schema.safeParse(said).error?.issues.map(({ path }) => path[0]) ?? [];

describe("an account that the office makes", () => {
  const person = {
    ...{ type: "Entités privés", role: "Particulier", name: "Ada", lastname: "Min" },
    ...{ email: "ada@exemple.fr", street: "4 rue Neuve", postalCode: "69003", city: "Lyon" },
    ...{ country: "France", dateOfBirth: "1980-02-28" },
  };
  const association = {
    ...{ ...person, role: "Association", dateOfBirth: undefined },
    ...{ entityName: "Les Tilleuls", RNA: "W691234567" },
  };
  const isCommonPassword = (typed: string) => typed === "Marronniers-1912";
  const input = accountInput({ ...surroundings, isCommonPassword });

  it.each<[object, string[]]>([
    [person, []],
    [{ ...person, password: "Tilleuls-1911" }, []],
    [{ ...person, password: "Marronniers-1912" }, ["password"]],
    [{ ...person, email: "ada.tilleuls@exemple.fr", password: "Ada.Tilleuls@exemple.fr1" }, []],
    [{ ...person, email: "Ada-1911@exemple.fr", password: "Ada-1911@exemple.fr" }, ["password"]],
    [{ ...person, dateOfBirth: "2026-11-22" }, ["dateOfBirth"]],
    [{ ...person, dateOfBirth: "2008-11-22" }, ["dateOfBirth"]],
    [association, []],
    [{ ...association, RNA: undefined }, ["RNA"]],
    [{ ...association, RNA: undefined, withoutRna: true, postalCode: "67000" }, []],
    [{ ...association, RNA: undefined, withoutRna: true, postalCode: "69001" }, ["RNA"]],
    [{ ...person, role: undefined }, ["role"]],
  ])("of %j has these fields wrong: %j", (said, fields) => {
    expect(wrong(input, said)).toEqual(fields);
  });
});
