import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import {
  addressLine,
  declaredOwner,
  isAnotherTaxpayer,
  isPersons,
  keptOwner,
  mayBeSoleTrader,
  mayLackTaxId,
  sirenIn,
} from "./declared-owner";

const _id = new Types.ObjectId("00000000000000000000002a");
const account = { _id, name: "Inès", lastname: "Roy" };
const person = { ...account, type: "Entités privés", role: "Particulier" } as const;
const company = { ...person, role: "Entreprise", entityName: "Les Granges" } as const;
const town = { ...account, type: "Collectivité" } as const;
const seat = { street: "1 rue du Port", postalCode: "69002", city: "Lyon" };

describe("what an account is", () => {
  it.each([
    [{ type: "Entités privés", role: "Particulier" }, true, false],
    [{ type: "Entités privés", role: "Entreprise" }, false, true],
    [{ type: "Entités privés", role: "Association" }, false, false],
    [{ type: "Collectivité" }, false, false],
    // Nobody has said yet for whom they act.
    [{ type: "Entités privés" }, true, false],
    [{}, true, false],
    // A role is one of private accounts: what is left of one makes nobody of a public body's.
    [{ type: "Collectivité", role: "Particulier" }, false, false],
    [{ type: "Collectivité", role: "Entreprise" }, false, false],
  ] as const)("%j: a person's %j, perhaps a sole trader's %j", (account, persons, traders) => {
    expect([isPersons(account), mayBeSoleTrader(account)]).toEqual([persons, traders]);
  });
});

describe("a registration", () => {
  it.each([
    ["732829320", "732829320"],
    ["73282932000074", "732829320"],
    ["7328293200007", null],
    ["732829320000741", null],
    ["W691234567", null],
    [null, null],
  ])("%s has the SIREN %s in it", (registration, siren) => {
    expect(sirenIn(registration)).toBe(siren);
  });

  it.each([
    ["Association", undefined, "W691234567", true],
    ["Association", undefined, "73282932000074", false],
    ["Association", "67000", null, true],
    ["Association", "69002", null, false],
    ["Association", undefined, null, false],
    ["Entreprise", "67000", null, false],
  ] as const)(
    "leaves %s at %s with %s without a tax number: %s",
    (role, postalCode, number, may) => {
      expect(mayLackTaxId({ role, postalCode }, number)).toBe(may);
    },
  );
});

describe("an account that is another taxpayer's now", () => {
  const siret = "73282932000074";
  it.each([
    ["has another role", { role: "Entreprise", siret }, { role: "Association", siret }, true],
    ["has another RNA", { RNA: "W691234567" }, { RNA: "W131234567" }, true],
    ["has the same RNA", { RNA: "W691234567" }, { RNA: "W691234567" }, false],
    ["gave an RNA first", {}, { RNA: "W691234567" }, false],
    ["gave none any more", { RNA: "W691234567" }, {}, false],
    ["has none", {}, {}, false],
    ["has a SIREN besides", { RNA: "W691234567" }, { RNA: "W691234567", siret }, false],
    // The SIREN tells where both have one.
    ["corrected an RNA", { siret, RNA: "W691234567" }, { siret, RNA: "W131234567" }, false],
  ] as const)("%s: %j, %j: %j", (_what, before, now, isAnother) => {
    const role = "Association";
    expect(isAnotherTaxpayer({ role, ...before }, { role, ...now })).toBe(isAnother);
  });
});

describe("whom the tax authority is told of", () => {
  it("is the account as it is, until something is confirmed", () => {
    const more = { ...seat, dateOfBirth: "1980-01-31", vatNumber: "FR44732829320" };
    expect(declaredOwner({ ...person, ...more, accountId: "acct_1" }, undefined)).toEqual({
      id: "00000000000000000000002a",
      isPerson: true,
      isSoleTrader: false,
      isAuthority: false,
      isPublicBody: false,
      legalName: "Inès Roy",
      lacksName: false,
      birthDate: "1980-01-31",
      address: { street: "1 rue du Port", postalCode: "69002", city: "Lyon", country: "France" },
      taxId: null,
      mayLackTaxId: false,
      taxCountry: null,
      registration: null,
      vatNumber: "FR44732829320",
      accountId: "acct_1",
      accountHolder: null,
    });
  });

  it("is then what was confirmed, and the account where that says nothing", () => {
    const firm = { ...company, ...seat, siret: "73282932000074", vatNumber: "FR44732829320" };
    const facts = {
      ...{ _id, confirmedAt: new Date(0), legalName: "SARL Les Granges" },
      ...{ street: "2 rue Haute", postalCode: "1000", city: "Bruxelles", country: "Belgique" },
      ...{ taxId: "0123456789", taxCountry: "BE", accountHolder: "Inès Roy" },
    };
    expect(declaredOwner(firm, facts)).toMatchObject({
      legalName: "SARL Les Granges",
      address: {
        ...{ street: "2 rue Haute", postalCode: "1000", city: "Bruxelles", country: "Belgique" },
      },
      ...{ taxId: "0123456789", taxCountry: "BE", accountHolder: "Inès Roy" },
      ...{ registration: "73282932000074", vatNumber: "FR44732829320" },
    });
    const ownNumber = { ...facts, vatNumber: "BE0123456749" };
    expect(declaredOwner(firm, ownNumber).vatNumber).toBe("BE0123456749");
  });

  it.each(["street", "postalCode", "city"] as const)(
    "has no address, rather than a part of one, without its %s",
    (missing) => {
      expect(declaredOwner({ ...company, ...seat, [missing]: "" }, undefined).address).toBeNull();
    },
  );

  it("has no space about a name of which one half was never said", () => {
    expect(declaredOwner({ ...person, lastname: "" }, undefined).legalName).toBe("Inès");
    expect(declaredOwner({ ...person, name: "" }, undefined).legalName).toBe("Roy");
  });
});

describe("what is kept of an owner whose account is closed", () => {
  it("is all that is known of a person, and nothing of what is not", () => {
    const known = { ...person, ...seat, dateOfBirth: "1980-01-31" };
    expect(keptOwner(declaredOwner(known, undefined))).toEqual({
      ...{ legalName: "Inès Roy", birthDate: "1980-01-31", country: "France" },
      ...{ street: "1 rue du Port", postalCode: "69002", city: "Lyon" },
    });
    expect(keptOwner(declaredOwner(person, undefined))).toEqual({ legalName: "Inès Roy" });
  });

  it("is an organisation's numbers as well", () => {
    const numbers = { siret: "73282932000074", vatNumber: "FR44732829320" };
    expect(keptOwner(declaredOwner({ ...company, ...numbers }, undefined))).toEqual({
      ...{ legalName: "Les Granges", registration: "73282932000074", vatNumber: "FR44732829320" },
      ...{ taxId: "732829320", taxCountry: "FR" },
    });
  });

  it("is of an authority whether it was known to be a public body, which its kind alone does not say", () => {
    const unknown = keptOwner(declaredOwner({ ...town, entityName: "Lyon" }, undefined));
    expect(unknown).toEqual({ legalName: "Lyon", publicBody: false });
    const known = { ...town, entityName: "Lyon", INSEE: "732829320" };
    expect(keptOwner(declaredOwner(known, undefined))).toMatchObject({ publicBody: true });
  });
});

it("an address is one line, of a place without a street its town alone", () => {
  const there = { street: "12 rue des Tilleuls", postalCode: "69003", city: "Lyon" };
  expect(addressLine(there)).toBe("12 rue des Tilleuls, 69003 Lyon");
  expect(addressLine({ ...there, street: "" })).toBe("69003 Lyon");
});
