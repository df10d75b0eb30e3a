import { expect, it } from "vitest";
import { requireIdentity } from "./require-identity";

const numbers = { siret: "73282932000074", INSEE: "732829320", phone: "0612345678" };
const company = { type: "Entités privés", role: "Entreprise", ...numbers } as const;
const association = { type: "Entités privés", role: "Association", entityName: "Foyer" } as const;
const town = { type: "Collectivité", entityName: "Ville de Lyon", ...numbers } as const;

it.each([
  ["a company without a name", company, "le nom de la structure"],
  [
    "a company of a master's signup, which asks for neither",
    { ...company, siret: undefined },
    "le nom de la structure et le numéro SIRET",
  ],
  ["an association without a number", association, "le numéro RNA"],
  ["a public body without its nature", town, "la nature de la collectivité"],
])("%s is told what its profile lacks", (_, account, limit) => {
  expect(() => requireIdentity(account)).toThrow(
    expect.objectContaining({
      code: "identity_incomplete",
      field: "identity",
      message: expect.stringContaining(`il y manque ${limit}.`) as string,
    }),
  );
});

it.each([
  ["a company with name and number", { ...company, entityName: "SARL Granges" }],
  ["an association of Alsace, which may have no number", { ...association, postalCode: "67000" }],
  ["an association with one", { ...association, RNA: "W691234567" }],
  ["a public body with all of it", { ...town, natureOfCollectivity: "Commune" }],
  ["a person", { type: "Entités privés", role: "Particulier" }],
  ["an administrator, who has no kind", {}],
] as const)("%s is held to no more", (_, account) => {
  expect(() => requireIdentity(account)).not.toThrow();
});
