import { describe, expect, it } from "vitest";
import { PRIVATE_ROLES } from "@models/enumerations";
import { toldErrors } from "~/platform/web/told-errors";
import { kindFields } from "./identity-fields";
import { LESSOR_FIELDS } from "./lessor";
import {
  addressInput,
  INCOMPLETE,
  isOptional,
  profileEdit,
  profileInput,
  profilePageInput,
  storedAddress,
  wrongName,
} from "./profile-rules";

const TODAY = "2026-11-21";
const identity = profileInput(() => TODAY);

type Fields = Record<string, string | undefined>;

/** What a form with these fields is answered: every issue, or the checked data. */
function checkProfile(fields: Fields) {
  const { data, error } = identity.schema.safeParse(fields);
  return data ? { data: profileEdit(data) } : { issues: issuesOf(error.issues) };
}

function checkAddress(fields: Fields) {
  const { data, error } = addressInput.schema.safeParse(fields);
  return data ? { data: storedAddress(data) } : { issues: issuesOf(error.issues) };
}

const issuesOf = (issues: readonly { path: (string | number)[]; message: string }[]) =>
  issues.map(({ path, message }) => ({ field: path.join(), message }));

const NAME = "Veuillez choisir un prénom d’une longueur appropriée.";
const LASTNAME = "Veuillez choisir un nom d’une longueur appropriée.";

const person: Fields = {
  type: "Entités privés",
  role: "Particulier",
  name: "Marie",
  lastname: "Durand",
  dateOfBirth: "14/07/1989",
};
const company: Fields = {
  ...person,
  role: "Entreprise",
  dateOfBirth: undefined,
  siret: "732 829 320 00074",
  entityName: "Les Tilleuls",
};
const association: Fields = {
  ...person,
  role: "Association",
  dateOfBirth: undefined,
  RNA: "w 751 234 567",
  entityName: "Les Amis des Tilleuls",
};
const authority: Fields = {
  type: "Collectivité",
  name: "Marie",
  lastname: "Durand",
  entityName: "Ville de Lyon",
  INSEE: "216 901 231",
  natureOfCollectivity: "Commune",
  siret: "21690123100011",
  phone: "04 72 10 30 30",
};
const admin: Fields = { name: "Alix", lastname: "Bernard" };

const issues = (fields: Fields) => {
  return checkProfile(fields).issues ?? [];
};
const first = (fields: Fields) => issues(fields)[0];

describe("what must be there", () => {
  it.each([
    ["a person", person, ["name", "lastname", "role", "dateOfBirth"]],
    ["a company", company, ["name", "lastname", "role", "siret", "entityName"]],
    ["an association", association, ["name", "lastname", "role", "RNA", "entityName"]],
    [
      "a public body",
      authority,
      ["name", "lastname", "entityName", "INSEE", "natureOfCollectivity", "siret", "phone"],
    ],
    ["an administrator", admin, ["name", "lastname"]],
  ] as const)("of %s", (_, fields, required) => {
    expect(issues(fields)).toEqual([]);
    for (const field of required) {
      expect(first({ ...fields, [field]: undefined })).toEqual({ field, message: INCOMPLETE });
      expect(first({ ...fields, [field]: "  " })).toEqual({ field, message: INCOMPLETE });
    }
  });

  it("lets an association go without an RNA when it says so", () => {
    expect(issues({ ...association, RNA: undefined, withoutRna: "on" })).toEqual([]);
  });

  it("comes before the lengths", () => {
    expect(first({ ...person, name: "M", dateOfBirth: undefined })?.message).toBe(INCOMPLETE);
  });

  it("takes no role or nature of its own invention", () => {
    expect(first({ ...person, role: "Roi" })).toEqual({ field: "role", message: INCOMPLETE });
    expect(first({ ...authority, natureOfCollectivity: "Empire" })?.message).toBe(INCOMPLETE);
  });
});

describe("lengths of names", () => {
  const recorded = { name: "Marie", lastname: "Durand" };

  it.each([
    ["M", "name"],
    ["Ma", undefined],
    ["Jean-Christophe", undefined],
    ["Jean-Christophes", "name"],
    ["É", "name"],
    ["🎭🎭🎭🎭🎭🎭🎭🎭🎭🎭🎭🎭🎭🎭🎭", undefined],
  ])("first name %j", (name, field) => {
    expect(wrongName({ ...recorded, name }, recorded)?.field).toBe(field);
  });

  it("says what is wrong of the first name before the last, and nothing of what is recorded", () => {
    const given = { name: "M", lastname: "Vandenbroucke-Delacroix" };
    expect(wrongName(given, recorded)).toEqual({ field: "name", limit: "prénom" });
    expect(wrongName(given, { ...recorded, name: "M" })).toEqual({
      ...{ field: "lastname", limit: "nom" },
    });
    expect(wrongName(given, given)).toBeNull();
  });

  it("are those of an account that is made, at most, and counted without what is not seen", () => {
    expect(issues({ ...person, name: `${"x".repeat(200)}\u0007`, lastname: "D" })).toEqual([]);
    const long = "x".repeat(201);
    const told = issues({ ...person, name: long, lastname: long });
    expect(told.map(({ message }) => message)).toEqual([NAME, LASTNAME]);
  });
});

it("what mails to others are written with takes no web address, and a point", () => {
  const named = {
    ...company,
    name: "http://a",
    lastname: "www.a",
    entityName: "Payez\u00a0: https://a",
  };
  expect(issues(named)).toEqual([
    { field: "name", message: "Le prénom ne peut pas contenir d’adresse web." },
    { field: "lastname", message: "Le nom ne peut pas contenir d’adresse web." },
    { field: "entityName", message: "Le nom de la structure ne peut pas contenir d’adresse web." },
  ]);
  expect(issues({ ...company, name: "J.-P.", entityName: "Booking.com" })).toEqual([]);
});

it("so does all that the contract says of where a lessor is", () => {
  const seat = Object.keys(addressInput.fields.shape).filter((field) =>
    LESSOR_FIELDS.split(" ").includes(field),
  );
  const address = { street: "1 quai Neuf", postalCode: "1000", city: "Mons", country: "Belgique" };
  expect(seat).toEqual(Object.keys(address));
  expect(checkAddress(address)).toEqual({ data: address });
  const told = seat.flatMap((field) => checkAddress({ ...address, [field]: "B www.a" }).issues);
  expect(told).toEqual([
    { field: "street", message: "Le nom de la rue ne peut pas contenir d’adresse web." },
    { field: "postalCode", message: "Le code postal ne peut pas contenir d’adresse web." },
    { field: "city", message: "Le nom de la ville ne peut pas contenir d’adresse web." },
    { field: "country", message: "Le nom du pays ne peut pas contenir d’adresse web." },
  ]);
});

describe("numbers", () => {
  it.each([
    [company, "siret", "73282932000075"],
    [company, "INSEE", "123456789"],
    [company, "phone", "12"],
    [association, "RNA", "W12"],
    [person, "dateOfBirth", "30/02/1989"],
    [person, "dateOfBirth", TODAY],
    [person, "dateOfBirth", "1899-12-31"],
  ] as const)("refuses a bad %s", (fields, field, text) => {
    expect(issues({ ...fields, [field]: text })).toMatchObject([{ field }]);
  });

  it("does not look at what the kind of account does not use", () => {
    expect(issues({ ...person, siret: "nothing" })).toEqual([]);
  });
});

it("answers what is stored, without what the kind does not use", () => {
  expect(checkProfile({ ...company, name: " Marie\n", dateOfBirth: "1989-07-14" })).toEqual({
    data: {
      type: "Entités privés",
      identity: {
        name: "Marie",
        lastname: "Durand",
        role: "Entreprise",
        siret: "73282932000074",
        entityName: "Les Tilleuls",
      },
    },
  });
  expect(checkProfile({ ...admin, siret: "73282932000074" })).toEqual({
    data: { identity: { name: "Alix", lastname: "Bernard" } },
  });
});

it("knows the fields of each kind", () => {
  expect(kindFields("Entités privés", "Particulier")).toEqual(["dateOfBirth", "phone"]);
  expect(kindFields(undefined, undefined)).toEqual([]);
  expect(isOptional("Entités privés", "Particulier", "phone")).toBe(true);
  expect(isOptional("Collectivité", undefined, "phone")).toBe(false);
});

describe("an address", () => {
  const address = {
    street: "12 rue des Tilleuls",
    postalCode: "69 003",
    city: "Lyon",
    country: "France",
  };

  it("is stored in one form", () => {
    const stored = { data: { ...address, postalCode: "69003" } };
    expect(checkAddress(address)).toEqual(stored);
    expect(checkAddress({ ...address, country: " france " })).toEqual(stored);
  });

  it("must be complete", () => {
    for (const field of ["street", "postalCode", "city", "country"] as const) {
      expect(checkAddress({ ...address, [field]: undefined })).toMatchObject({
        issues: [{ field, message: INCOMPLETE }],
      });
    }
  });

  it("has a postal code of five digits in France only", () => {
    expect(checkAddress({ ...address, postalCode: "690" })).toMatchObject({
      issues: [{ field: "postalCode" }],
    });
    expect(checkAddress({ ...address, country: "Belgique", postalCode: "1000" })).toHaveProperty(
      "data",
    );
  });
});

it("says at each missing field what to write there", () => {
  const forms = [
    { type: "Collectivité" },
    { type: "Entités privés" },
    ...PRIVATE_ROLES.map((role) => ({ type: "Entités privés", role, vatRegime: "assujetti" })),
  ].map((fields) => checkProfile(fields).issues);
  for (const issues of [...forms, checkAddress({}).issues]) {
    const errors = Object.fromEntries(issues!.map(({ field, message }) => [field, message]));
    const told = toldErrors(errors, profilePageInput.missing);
    expect(told.lead).toBe(INCOMPLETE);
    expect(Object.values(told.errors)).not.toContain(INCOMPLETE);
  }
});
