import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import type { Receipt, ReceiptParty } from "@models/receipt";
import type { Reservation } from "@models/reservation";
import { quote } from "./price";
import { receiptSheet } from "./receipt-words";
import {
  makeReceipt,
  RECEIPT_NUMBER,
  receiptNumber,
  seriesOf,
  undocumented,
  type ReceiptFacts,
  type ReceiptPerson,
} from "./receipt";

const ISSUED = new Date("2027-05-24T10:00:00Z");

/** Half a day at 145 €: 163,13 € with the fee, no part of which divides by two. */
const reservation = {
  ...quote({ period: "Half", unitPrice: 14_500, units: 1 }),
  _id: new Types.ObjectId(),
  userId: new Types.ObjectId(),
  ownerId: new Types.ObjectId(),
  reference: "PDS-M3HW8K",
  venueTitle: "La Verrière",
  venueCity: "Lyon",
  startDate: "2027-05-18",
  endDate: "2027-05-18",
  startSlot: "PM",
  endSlot: "PM",
} as unknown as Reservation;

const owner = {
  name: "Claire",
  lastname: "Besson",
  entityName: "La Verrière SARL",
  siret: "73282932000074",
  street: "8 rue Mercière",
  postalCode: "69002",
  city: "Lyon",
};

const facts: ReceiptFacts = {
  reservation,
  owner,
  buyer: { name: "Hugo", lastname: "Lambert" },
  venue: { street: "12 rue des Tilleuls", postalCode: "69003", city: "Lyon" },
  platform: { name: "Place des Salles", publisher: "Place des Salles SAS" },
};

function entry(type: LedgerType, stripeId: string, amount: number, minute = 0): LedgerEntry {
  const { _id, userId, ownerId } = reservation;
  const at = new Date(ISSUED.getTime() + minute * 60_000);
  return {
    ...{ _id: `${type}:${stripeId}`, reservation: _id, buyer: userId, owner: ownerId },
    ...{ type, amount, stripeId, at },
  };
}

/** All documents of a payment, numbered by their place. */
function documentsOf(entries: readonly LedgerEntry[], said: Partial<ReceiptFacts> = {}): Receipt[] {
  const made: Receipt[] = [];
  for (const one of undocumented(entries, [])) {
    const own = { number: `N${made.length + 1}`, issuedAt: ISSUED, chargeId: "ch_1" };
    made.push(makeReceipt(one, made, { ...own, facts: { ...facts, ...said } }));
  }
  return made;
}

const paid = entry("captured", "ch_1", 16_313);

describe("a receipt", () => {
  it("has the parties, the lines and the fee's VAT, and none on a rent in franchise", () => {
    const [receipt] = documentsOf([paid, entry("transferred", "tr_1", 16_313)]);
    expect(receipt).toMatchObject({
      kind: "receipt",
      landlord: { name: "Claire Besson", organisation: "La Verrière SARL", town: "69002 Lyon" },
      tenant: { name: "Hugo Lambert" },
      venueAddress: "12 rue des Tilleuls, 69003 Lyon",
      rent: 14_500,
      fee: 1_813,
      total: 16_313,
      vatRegime: "franchise",
      rentVatPercent: 0,
      feeVatPercent: 20,
      rentVat: 0,
      feeVat: 302,
    });
    expect(receipt).not.toHaveProperty("corrects");
  });

  it("has the VAT of an owner who is liable to it, and their number", () => {
    const liable = { ...owner, vatRegime: "assujetti", vatNumber: "FR44732829320" } as const;
    const [receipt] = documentsOf([paid], { owner: liable });
    expect(receipt).toMatchObject({
      rentVat: 2_417,
      landlord: { vatNumber: "FR44732829320" },
    });
    expect(receipt).not.toHaveProperty("untaxed");
  });

  it.each<[postalCode: string, percent: number, rentVat: number, said: RegExp]>([
    ["69003", 20, 2_417, /TVA à 20\s% sur la location/],
    ["98000", 20, 2_417, /TVA à 20\s% sur la location/],
    ["97110", 8.5, 1_136, /TVA à 8,5\s% sur la location/],
    ["97200", 8.5, 1_136, /TVA à 8,5\s% sur la location/],
    ["97400", 8.5, 1_136, /TVA à 8,5\s% sur la location/],
    ["97300", 0, 0, /^Location\s: TVA non applicable, art\. 294 du CGI\.$/],
    ["97600", 0, 0, /^Location\s: TVA non applicable, art\. 294 du CGI\.$/],
    ["97133", 0, 0, /hors du territoire de la TVA française/],
    ["98800", 0, 0, /hors du territoire de la TVA française/],
  ])("has the VAT of the place on its rent, at %s", (postalCode, rentVatPercent, rentVat, said) => {
    const liable = { ...owner, vatRegime: "assujetti" } as const;
    const venue = { ...facts.venue!, postalCode };
    const [receipt] = documentsOf([paid], { owner: liable, venue });
    expect(receipt).toMatchObject({ rentVatPercent, rentVat, feeVatPercent: 20, feeVat: 302 });
    const { vat, notes } = receiptSheet(receipt!, "owner");
    expect([...vat.map(({ label }) => label), ...notes]).toContainEqual(
      expect.stringMatching(said),
    );
  });

  const associated = { ...owner, role: "Association", type: "Entités privés" } as const;
  const company = { ...owner, role: "Entreprise", type: "Entités privés" } as const;
  const authority = { ...owner, type: "Collectivité" } as const;
  it.each<[what: string, owner: ReceiptPerson | undefined, said: string]>([
    [
      "an association out of scope",
      { ...associated, vatRegime: "hors champ" },
      "TVA non applicable, opération hors du champ de la TVA.",
    ],
    [
      "a company out of scope",
      { ...company, vatRegime: "hors champ" },
      "TVA non applicable, opération hors du champ de la TVA.",
    ],
    [
      "an association that is exempt",
      { ...associated, vatRegime: "exonéré" },
      "exonérée de TVA, art. 261, 7-1° du CGI.",
    ],
    [
      "a company that is exempt",
      { ...company, vatRegime: "exonéré" },
      "exonérée de TVA, art. 261 D, 2° du CGI.",
    ],
    ["a company that said nothing", company, "TVA non applicable, art. 293 B du CGI."],
    ["a public body that said nothing", authority, "hors du champ de la TVA, art. 256 B du CGI."],
    [
      "a public body in franchise",
      { ...authority, vatRegime: "franchise" },
      "TVA non applicable, art. 293 B du CGI.",
    ],
    ["somebody who is gone", undefined, "TVA non applicable, art. 293 B du CGI."],
  ])("says why the rent of %s has no VAT, its credit note too", (_what, person, said) => {
    const papers = documentsOf([paid, entry("refunded", "re_1", 16_313, 1)], { owner: person });
    for (const paper of papers) {
      expect(paper).toMatchObject({ rentVat: 0, rentVatPercent: 0 });
      expect(receiptSheet(paper, "buyer").notes).toContain(`Location\u00a0: ${said}`);
    }
  });

  const bare = {
    name: "Claire",
    lastname: "Besson",
    type: "Entités privés",
    city: "Lyon",
  } as const;
  it.each<[what: string, owner: ReceiptPerson, landlord: Partial<ReceiptParty>]>([
    ["a person", { ...bare, role: "Particulier" }, { isPerson: true }],
    [
      "an association in its own register alone",
      { ...bare, role: "Association", RNA: "W691234567" },
      { isPerson: false, registration: "RNA W691234567" },
    ],
    [
      "a company without an establishment's number",
      { ...bare, role: "Entreprise", INSEE: "732829320" },
      { isPerson: false, registration: "SIREN 732 829 320" },
    ],
    [
      "an organisation that has both",
      { ...bare, role: "Association", siret: "73282932000074", INSEE: "732829320" },
      { isPerson: false, siret: "73282932000074" },
    ],
    ["a public body that has no name yet", { ...bare, type: "Collectivité" }, { isPerson: false }],
  ])("says of %s which it is, and where it is registered", (_what, person, landlord) => {
    const [receipt] = documentsOf([paid], { owner: person });
    expect(receipt!.landlord).toEqual({ name: "Claire Besson", town: "Lyon", ...landlord });
  });

  it("has the address of each side, as far as it is known, and no space about half a name", () => {
    const buyer = { name: "Hugo", lastname: "", city: "Lyon" };
    const [receipt] = documentsOf([paid], { buyer });
    expect(receipt).toMatchObject({
      landlord: { street: "8 rue Mercière", town: "69002 Lyon" },
      tenant: { name: "Hugo", town: "Lyon" },
    });
    expect(receipt!.tenant).not.toHaveProperty("street");
  });

  it("has the last digits of the card, and says of a supplement that it is one", () => {
    const [plain] = documentsOf([paid]);
    expect(plain).not.toHaveProperty("cardLast4");
    expect(plain).not.toHaveProperty("isSupplement");
    const supplement = { ...reservation, cardLast4: "4242", supplementTo: {} } as Reservation;
    const papers = documentsOf([paid, entry("refunded", "re_1", 16_313, 1)], {
      reservation: supplement,
    });
    expect(papers).toMatchObject([
      { kind: "receipt", cardLast4: "4242", isSupplement: true },
      { kind: "credit_note", cardLast4: "4242", isSupplement: true },
    ]);
  });

  it("is made for somebody who is gone as well", () => {
    const [receipt] = documentsOf([paid], { buyer: undefined, venue: undefined });
    expect(receipt).toMatchObject({ tenant: { name: "Compte supprimé" }, venueAddress: "Lyon" });
  });
});

describe("credit notes", () => {
  it("add up to the receipt, part by part, whatever the parts", () => {
    const parts = [8_157, 3, 5_001, 3_152].map((amount, place) =>
      entry("refunded", `re_${place}`, amount, place + 1),
    );
    const [receipt, ...notes] = documentsOf([paid, ...parts.reverse()]);
    expect(notes.map(({ total }) => total)).toEqual([8_157, 3, 5_001, 3_152]);
    for (const field of ["rent", "fee", "total"] as const) {
      expect(notes.reduce((sum, note) => sum + note[field], 0)).toBe(receipt![field]);
    }
    const left = [8_156, 8_153, 3_152, 0];
    expect(notes.map(({ corrected }) => corrected)).toEqual(
      left.map((cents) => ({ issuedAt: ISSUED, total: 16_313, left: cents })),
    );
    expect(notes[0]).toMatchObject({ kind: "credit_note", corrects: "N1", rent: 7_250, fee: 907 });
  });

  it.each(["69003", "97400"])(
    "have no more and no less tax than the receipt, at %s",
    (postalCode) => {
      const liable = { ...owner, vatRegime: "assujetti", vatNumber: "FR44732829320" } as const;
      const venue = { ...facts.venue!, postalCode };
      const parts = [24, 3, 5_001, 11_285].map((amount, place) =>
        entry("refunded", `re_${place}`, amount, place + 1),
      );
      const [receipt, ...notes] = documentsOf([paid, ...parts], { owner: liable, venue });
      for (const field of ["rentVat", "feeVat"] as const) {
        expect(notes.reduce((sum, note) => sum + note[field], 0)).toBe(receipt![field]);
      }
    },
  );

  it.each<[what: string, kept: Pick<Receipt, "vatPercent">, feeVat: number]>([
    ["another rate than today's", { vatPercent: 20.6 }, 310],
    ["no rate, from before it was kept", { vatPercent: undefined }, 302],
  ])("have the tax of a receipt that has %s, and say its rate", (_what, kept, feeVat) => {
    const [made] = documentsOf([paid]);
    const { rentVatPercent: _rent, feeVatPercent: _fee, untaxed: _untaxed, ...former } = made!;
    const papers: Receipt[] = [{ ...former, ...kept, feeVat }];
    for (const [place, amount] of [8_157, 8_156].entries()) {
      const own = { facts, number: `A${place}`, issuedAt: ISSUED, chargeId: "ch_1" };
      papers.push(makeReceipt(entry("refunded", `re_${place}`, amount, place + 1), papers, own));
    }
    const [, ...notes] = papers;
    expect(notes.reduce((sum, note) => sum + note.feeVat, 0)).toBe(feeVat);
    expect(notes.map(({ rentVat }) => rentVat)).toEqual([0, 0]);
    for (const note of notes) expect(note).toMatchObject(kept);
  });

  it("keep the terms of the receipt, whatever has changed since", () => {
    const [receipt] = documentsOf([paid]);
    const later = { ...facts, owner: { ...owner, name: "Zoé", vatRegime: "assujetti" as const } };
    const note = makeReceipt(entry("refunded", "re_1", 16_313), [receipt!], {
      ...{ facts: later, number: "A1", issuedAt: ISSUED, chargeId: "ch_1" },
    });
    expect(note).toMatchObject({ landlord: receipt!.landlord, vatRegime: "franchise", rentVat: 0 });
  });
});

it("makes no document twice, and none of what moves nothing between payer and owner", () => {
  const entries = [entry("fee", "fee_1", 3_000), paid, entry("disputed", "dp_1", 16_313)];
  expect(undocumented(entries, [])).toEqual([paid]);
  expect(undocumented(entries, documentsOf(entries))).toEqual([]);
});

it("numbers each kind by itself, in the year of Paris", () => {
  const midnight = new Date("2026-12-31T23:30:00Z");
  expect(seriesOf({ kind: "receipt", issuedAt: midnight })).toBe("receipt:2027");
  expect(receiptNumber("receipt:2027", 412)).toBe("2027-000412");
  expect(receiptNumber("credit_note:2027", 37)).toBe("2027-A00037");
  for (const count of [1, 1_234_567]) {
    expect(receiptNumber("receipt:2027", count)).toMatch(RECEIPT_NUMBER);
    expect(receiptNumber("credit_note:2027", count)).toMatch(RECEIPT_NUMBER);
  }
  expect("2027-B00037").not.toMatch(RECEIPT_NUMBER);
});
