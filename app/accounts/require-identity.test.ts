import { expect, it } from "vitest";
import { identityErrors, lackingOnReceipt, requireIdentity } from "./require-identity";

const numbers = { siret: "73282932000074", INSEE: "732829320", phone: "0612345678" };
const seat = { street: "12 rue des Tilleuls", postalCode: "69003", city: "Lyon" };
const nowhere = { street: undefined, postalCode: undefined, city: undefined };
const company = { type: "Entités privés", role: "Entreprise", ...numbers, ...seat } as const;
const association = {
  type: "Entités privés",
  role: "Association",
  entityName: "Foyer",
  ...seat,
} as const;
const town = { type: "Collectivité", entityName: "Ville de Lyon", ...numbers, ...seat } as const;

it.each([
  ["a company without a name", company, "le nom de la structure", "identity"],
  [
    "a company of a master's signup, which asks for neither",
    { ...company, siret: undefined },
    "le nom de la structure et le numéro SIRET",
    "identity",
  ],
  ["an association without a number", association, "le numéro RNA", "identity"],
  ["a public body without its nature", town, "la nature de la collectivité", "identity"],
  [
    "one that has no address either",
    { ...company, ...nowhere },
    "le nom de la structure et l’adresse",
    "identity",
  ],
  [
    "one without an address alone",
    { ...town, natureOfCollectivity: "Commune", city: undefined },
    "l’adresse",
    "seat",
  ],
  [
    "an association that may be of Alsace, first of all where it is",
    { ...association, ...nowhere, entityName: undefined },
    "le nom de la structure et l’adresse",
    "seat",
  ],
  [
    "an association with an RNA and without an address",
    { ...association, ...nowhere, RNA: "W691234567" },
    "l’adresse",
    "seat",
  ],
] as const)("%s is told what its profile lacks, and where", (_, account, limit, field) => {
  const message = expect.stringContaining(`il y manque ${limit}.`) as string;
  expect(() => requireIdentity(account)).toThrow(
    expect.objectContaining({ code: "identity_incomplete", field, message }),
  );
  expect(identityErrors(account)).toEqual({ [field]: message });
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
  expect(identityErrors(account)).toEqual({});
});

const bare = { type: "Entités privés", role: "Entreprise" } as const;
const named = { ...company, entityName: "SARL Granges" };

it.each([
  ["a company without a name", company, "identity", "le nom de la structure"],
  ["a company without a seat", { ...named, ...nowhere }, "seat", "l’adresse"],
  [
    "a company that said nothing",
    bare,
    "identity",
    "le nom de la structure, le numéro SIRET et l’adresse",
  ],
  ["an association without a number", association, "identity", "le numéro RNA"],
  [
    "a public body without a name",
    { ...town, entityName: undefined },
    "identity",
    "le nom de la structure",
  ],
] as const)("the receipts of %s are told to lack it", (_, account, field, limit) => {
  expect(lackingOnReceipt(account)).toEqual({ field, limit });
});

it.each([
  ["a company with name, number and seat", named],
  ["an association with a SIRET, which stands on it for an RNA", { ...association, ...numbers }],
  ["a public body whose nature and telephone are nobody's business", { ...town, phone: undefined }],
  ["a person", { type: "Entités privés", role: "Particulier" }],
  ["an administrator, who has no kind", {}],
] as const)("the receipts of %s lack nothing", (_, account) => {
  expect(lackingOnReceipt(account)).toBeNull();
});
