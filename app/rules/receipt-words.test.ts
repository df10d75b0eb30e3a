import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import type { Receipt } from "@models/receipt";
import { receiptSheet, type ReceiptReader } from "./receipt-words";

const id = new Types.ObjectId();
const receipt: Receipt = {
  ...{ _id: "captured:ch_1", kind: "receipt", number: "2027-000412", chargeId: "ch_1" },
  ...{ reservation: id, buyer: id, owner: id, reference: "PDS-TX4M7R" },
  // Late in the evening in UTC is the next day in Paris.
  ...{ issuedAt: new Date("2027-05-24T22:30:00Z"), movedAt: new Date("2027-05-23T10:00:00Z") },
  landlord: {
    ...{ name: "Claire Besson", organisation: "La Verrière SARL", street: "8 rue Mercière" },
    ...{ town: "69002 Lyon", siret: "73282932000074", vatNumber: "FR44732829320" },
  },
  tenant: { name: "Hugo Lambert" },
  platform: { name: "Place des Salles", publisher: "Place des Salles SAS, Lyon." },
  ...{ venueTitle: "La Verrière", venueAddress: "12 rue des Tilleuls, 69003 Lyon" },
  ...{ startDate: "2027-06-11", endDate: "2027-06-13", startSlot: "AM", endSlot: "PM" },
  ...{ period: "Day", units: 3, unitPrice: 48_000 },
  ...{ rent: 144_000, fee: 18_000, total: 162_000 },
  ...{ vatRegime: "assujetti", rentVat: 24_000, feeVat: 3_000 },
};
/** With plain spaces, to be read here. */
const sheetOf = (changes: Partial<Receipt> = {}, reader: ReceiptReader = "buyer") =>
  JSON.parse(
    JSON.stringify(receiptSheet({ ...receipt, ...changes }, reader)).replace(
      /[\u00a0\u202f]/g,
      " ",
    ),
  ) as ReturnType<typeof receiptSheet>;

it("says who, what, how much, which VAT, and when it was paid", () => {
  expect(sheetOf()).toEqual({
    number: "2027-000412",
    isCreditNote: false,
    title: "Reçu 2027-000412",
    issued: "Émis le 25/05/2027, réservation PDS-TX4M7R",
    platform: "Place des Salles",
    parties: [
      {
        heading: "Loué par",
        name: "La Verrière SARL",
        lines: [
          "Claire Besson",
          "8 rue Mercière, 69002 Lyon",
          "SIRET 732 829 320 00074",
          "TVA FR44732829320",
        ],
      },
      { heading: "Loué à", name: "Hugo Lambert", lines: [] },
    ],
    lines: [
      {
        label: "Location de La Verrière",
        detail: "12 rue des Tilleuls, 69003 Lyon, du 11/06/2027 au 13/06/2027, à 480,00 € l’unité",
        quantity: "3 jours",
        amount: "1 440,00 €",
      },
      {
        label: "Frais de service de Place des Salles",
        detail: null,
        quantity: "1",
        amount: "180,00 €",
      },
    ],
    vat: [
      { label: "Dont location hors taxes", amount: "1 200,00 €" },
      { label: "Dont TVA à 20 % sur la location", amount: "240,00 €" },
      { label: "Dont frais de service hors taxes", amount: "150,00 €" },
      { label: "Dont TVA à 20 % sur les frais de service", amount: "30,00 €" },
    ],
    total: { label: "Total payé", amount: "1 620,00 €" },
    moved: "Payé le 23/05/2027 par carte.",
    notes: [
      "Loyer encaissé au nom et pour le compte de La Verrière SARL.",
      "Frais de service facturés par Place des Salles. Place des Salles SAS, Lyon.",
    ],
  });
});

it("says the rate of VAT that it was made with, and 20 % where it kept none", () => {
  const ratesOf = (changes: Partial<Receipt>) =>
    sheetOf(changes).vat.flatMap(({ label }) => / à (\S+ %)/.exec(label)?.slice(1) ?? []);
  expect(ratesOf({ vatPercent: 20.6 })).toEqual(["20,6 %", "20,6 %"]);
  expect(ratesOf({ vatPercent: 21, kind: "credit_note" })).toEqual(["21 %", "21 %"]);
  expect(ratesOf({})).toEqual(["20 %", "20 %"]);
  expect(ratesOf({ rentVatPercent: 8.5, feeVatPercent: 20 })).toEqual(["8,5 %", "20 %"]);
});

it("leaves the vowel of 'de' out before another, of a place and of its owner", () => {
  const names = { venueTitle: "Auditorium d’Été", landlord: { name: "Étienne Roux" } };
  const sheet = sheetOf(names);
  expect(sheet.lines[0]!.label).toBe("Location d’Auditorium d’Été");
  expect(sheet.notes[0]).toBe("Loyer encaissé au nom et pour le compte d’Étienne Roux.");
  const note = { kind: "credit_note", _id: "refunded:re_1", corrects: "2027-000371" } as const;
  expect(sheetOf({ ...names, ...note, rent: 72_000 }).lines[0]!.label).toBe(
    "Rendu en partie : location d’Auditorium d’Été",
  );
});

it("says what other dates cost more as that", () => {
  expect(sheetOf({ isSupplement: true }).lines[0]!.label).toBe(
    "Changement de dates à La Verrière, supplément",
  );
});

it("has amounts before tax that make the whole with their tax, of what goes back too", () => {
  const parts = { rent: 7_251, fee: 906, rentVat: 1_209, feeVat: 151, total: 8_157 };
  const back = sheetOf({ kind: "credit_note", _id: "refunded:re_1", ...parts });
  expect(back.vat.map(({ amount }) => amount)).toEqual([
    ...["−60,42 €", "−12,09 €", "−7,55 €", "−1,51 €"],
  ]);
});

it("has no line for VAT that there is not, and says why there is none", () => {
  const free = sheetOf({ vatRegime: "franchise", rentVat: 0 });
  expect(free.vat.map(({ label }) => label)).toEqual([
    "Dont frais de service hors taxes",
    "Dont TVA à 20 % sur les frais de service",
  ]);
  expect(free.notes[0]).toBe("Location : TVA non applicable, art. 293 B du CGI.");
  expect(sheetOf({ vatRegime: "hors champ", rentVat: 0, feeVat: 0 })).toMatchObject({
    vat: [],
    // Kept for what was printed before anything else was.
    notes: [
      "Location : hors du champ de la TVA, art. 256 B du CGI.",
      expect.any(String),
      expect.any(String),
    ],
  });
});

it("says of a private person's rent that there is no tax, not that they are a business spared it", () => {
  const privately = {
    vatRegime: "franchise",
    rentVat: 0,
    landlord: { name: "Claire Besson" },
  } as const;
  const note = "Location par un particulier : pas de TVA.";
  expect(sheetOf(privately).notes[0]).toBe(note);
  expect(sheetOf({ ...privately, kind: "credit_note" }).notes[0]).toBe(note);
  // Of somebody who was gone when it was made nobody knows which they were.
  const landlord = { name: "Compte supprimé" };
  expect(sheetOf({ ...privately, landlord }).notes.slice(0, 2)).toEqual([
    expect.stringContaining("art. 293 B"),
    "Loyer encaissé au nom et pour le compte du propriétaire, dont le compte est supprimé.",
  ]);
});

it("takes an organisation for one, whatever it has not said of itself", () => {
  const seat = { street: "3 quai des Granges", town: "76000 Rouen" };
  const registration = "SIREN 732 829 320";
  const landlord = { name: "Claire Besson", isPerson: false, ...seat, registration };
  const sheet = sheetOf({ vatRegime: "franchise", rentVat: 0, landlord });
  expect(sheet.parties[0]!.lines).toEqual(["3 quai des Granges, 76000 Rouen", registration]);
  expect(sheet.notes[0]).toBe("Location : TVA non applicable, art. 293 B du CGI.");
});

it("takes a person for one, whatever is left of an organisation of theirs", () => {
  const landlord = {
    name: "Claire Besson",
    isPerson: true,
    siret: "73282932000074",
    town: "Rouen",
  };
  const sheet = sheetOf({ vatRegime: "franchise", rentVat: 0, landlord });
  expect(sheet.parties[0]!.lines).toEqual([]);
  expect(sheet.notes[0]).toBe("Location par un particulier : pas de TVA.");
});

it.each([
  ["an organisation without a SIRET", { organisation: "Amis de la Verrière" }],
  ["whoever has a SIRET alone", { siret: "73282932000074" }],
])("takes %s for an organisation, where it was not kept which they are", (_what, kept) => {
  const landlord = { name: "Claire Besson", street: "8 quai des Mariniers", ...kept };
  const sheet = sheetOf({ vatRegime: "franchise", rentVat: 0, landlord });
  expect(sheet.parties[0]!.lines).toContain("8 quai des Mariniers");
  expect(sheet.notes[0]).toBe("Location : TVA non applicable, art. 293 B du CGI.");
});

it("names people without an organisation by their own name, with what is known of their address", () => {
  const landlord = { name: "Claire Besson", town: "69002 Lyon" };
  const sheet = sheetOf({ landlord }, "owner");
  expect(sheet.parties[0]).toEqual({
    ...{ heading: "Loué par", name: "Claire Besson", lines: ["69002 Lyon"] },
  });
  expect(sheet.notes[0]).toBe("Loyer encaissé au nom et pour le compte de Claire Besson.");
});

it("names the card by its last digits, and of what a credit note corrects when, how much and what is left", () => {
  const cardLast4 = "4242";
  expect(sheetOf({ cardLast4 }).moved).toBe("Payé le 23/05/2027 par carte terminée par 4242.");
  const issuedAt = new Date("2027-05-02T10:00:00Z");
  const sheet = sheetOf({
    ...{ kind: "credit_note", _id: "refunded:re_1", corrects: "2027-000371", cardLast4 },
    corrected: { issuedAt, total: 16_313, left: 8_156 },
  });
  expect([sheet.moved, sheet.notes[0]]).toEqual([
    "Rendu le 23/05/2027 sur la carte terminée par 4242. Comptez 5 à 10 jours ouvrés selon votre banque.",
    "Cet avoir corrige le reçu 2027-000371 du 02/05/2027, d’un montant de 163,13 €. Reste payé : 81,56 €.",
  ]);
  const whole = sheetOf({
    ...{ kind: "credit_note", _id: "refunded:re_1", corrects: "2027-000371" },
    corrected: { issuedAt, total: 16_313, left: 0 },
  });
  expect(whole.notes[0]).toMatch(/163,13 €\. Reste payé : 0,00 €\.$/);
  const more = sheetOf({
    ...{ kind: "credit_note", _id: "dispute_withdrawn:txn_1", corrects: "2027-000371" },
    corrected: { issuedAt, total: 16_313, left: -8_157 },
  });
  expect(more.notes[0]).toBe(
    "Cet avoir corrige le reçu 2027-000371 du 02/05/2027, d’un montant de 163,13 €. 81,57 € de plus que ce montant ont été rendus ou repris.",
  );
});

describe("keeps from each side what is not its business", () => {
  const home = { street: "8 quai des Mariniers", town: "69009 Lyon" };
  const firm = { organisation: "La Verrière SARL", siret: "73282932000074" };
  const privately = {
    ...{ landlord: { name: "Claire Besson", ...home }, tenant: { name: "Hugo Lambert", ...home } },
    cardLast4: "4242",
  };
  const address = "8 quai des Mariniers, 69009 Lyon";

  it.each<[ReceiptReader, landlord: string[], tenant: string[], moved: string]>([
    ["buyer", [], [address], "Payé le 23/05/2027 par carte terminée par 4242."],
    ["owner", [address], [], "Payé le 23/05/2027 par carte."],
    ["office", [address], [address], "Payé le 23/05/2027 par carte terminée par 4242."],
  ])("of two private people, before the %s", (reader, landlord, tenant, moved) => {
    const sheet = sheetOf(privately, reader);
    expect(sheet.parties.map(({ name, lines }) => [name, lines])).toEqual([
      ["Claire Besson", landlord],
      ["Hugo Lambert", tenant],
    ]);
    expect(sheet.moved).toBe(moved);
  });

  it("names no card to the owner where it was given back either", () => {
    const note = { kind: "credit_note", _id: "refunded:re_1", corrects: "2027-000371" } as const;
    expect(JSON.stringify(sheetOf({ ...privately, ...note }, "owner"))).not.toContain("4242");
  });

  it.each(["buyer", "owner", "office"] as const)(
    "and leaves organisations the address that an invoice has, before the %s",
    (reader) => {
      const party = { name: "Claire Besson", ...firm, ...home };
      for (const { lines } of sheetOf({ landlord: party, tenant: party }, reader).parties)
        expect(lines).toEqual(["Claire Besson", address, "SIRET 732 829 320 00074"]);
    },
  );
});

describe("says of each movement what it did", () => {
  const note = { kind: "credit_note", number: "2027-A00037", corrects: "2027-000412" } as const;
  it.each<[what: string, changes: Partial<Receipt>, total: string, moved: string, why: string]>([
    [
      "a refund",
      { ...note, _id: "refunded:re_1" },
      "Total rendu : −1 620,00 €",
      "Rendu le 23/05/2027 sur la carte qui a payé. Comptez 5 à 10 jours ouvrés selon votre banque.",
      "Cet avoir corrige le reçu 2027-000412.",
    ],
    [
      "a dispute",
      { ...note, _id: "dispute_withdrawn:dp_1" },
      "Total repris : −1 620,00 €",
      "Repris le 23/05/2027 par la banque de la carte qui a payé, à la suite d’une contestation.",
      "Cet avoir corrige le reçu 2027-000412.",
    ],
    [
      "a dispute that was won",
      { _id: "dispute_reinstated:dp_1", corrects: "2027-A00037" },
      "Total de nouveau dû : 1 620,00 €",
      "Le montant contesté a été rendu par la banque le 23/05/2027.",
      "Ce reçu annule l’avoir 2027-A00037.",
    ],
    [
      "a part that came back of a dispute that was lost",
      {
        ...{ _id: "dispute_reinstated:dp_1", corrects: "2027-A00037" },
        corrected: { issuedAt: receipt.issuedAt, total: 163_000, left: 1_000 },
      },
      "Total de nouveau dû : 1 620,00 €",
      "Le montant contesté a été rendu par la banque le 23/05/2027.",
      "Ce reçu annule en partie l’avoir 2027-A00037 du 25/05/2027, d’un montant de 1 630,00 €. Reste repris : 10,00 €.",
    ],
    [
      "what came back of several disputes, or before it was said of which it is a part",
      { _id: "dispute_reinstated:dp_1", corrects: "2027-000411" },
      "Total de nouveau dû : 1 620,00 €",
      "Le montant contesté a été rendu par la banque le 23/05/2027.",
      "Ce reçu se rapporte au reçu 2027-000411.",
    ],
    [
      "a refund that the bank sent back",
      { _id: "refund_failed:re_1", corrects: "2027-A00037" },
      "Total de nouveau dû : 1 620,00 €",
      "Le remboursement a été renvoyé par la banque le 23/05/2027.",
      "Ce reçu annule l’avoir 2027-A00037.",
    ],
  ])("%s", (_, changes, total, moved, why) => {
    const sheet = sheetOf(changes);
    expect(`${sheet.total.label} : ${sheet.total.amount}`).toBe(total);
    expect(sheet.moved).toBe(moved);
    expect(sheet.notes[0]).toBe(why);
  });
});

it.each(["owner", "office"] as const)("tells the %s nothing of the payer's wait", (reader) => {
  const sheet = sheetOf({ kind: "credit_note", _id: "refunded:re_1" }, reader);
  expect(sheet.moved).toBe("Rendu le 23/05/2027 sur la carte qui a payé.");
});

it("prints no quantity and no price of the whole beside a part of it that goes back", () => {
  const issuedAt = new Date("2027-05-02T10:00:00Z");
  const back = (total: number, corrected: Receipt["corrected"]) =>
    sheetOf({
      ...{ kind: "credit_note", _id: "refunded:re_1", corrects: "2027-000371", total },
      ...{ rent: (total / 9) * 8, fee: total / 9 },
      ...(corrected && { corrected }),
    }).lines[0]!;
  const where = "12 rue des Tilleuls, 69003 Lyon, du 11/06/2027 au 13/06/2027";
  expect(back(81_000, { issuedAt, total: 162_000, left: 81_000 })).toMatchObject({
    label: "Rendu en partie : location de La Verrière",
    ...{ detail: where, quantity: "1" },
  });
  const whole = {
    ...{ label: "Location de La Verrière", quantity: "3 jours" },
    detail: `${where}, à 480,00 € l’unité`,
  };
  expect(back(162_000, { issuedAt, total: 162_000, left: 0 })).toMatchObject(whole);
  // Made before credit notes said of how much the receipt is: the price of the stay tells.
  expect(back(162_000, undefined)).toMatchObject(whole);
  expect(
    sheetOf({
      ...{ kind: "credit_note", _id: "dispute_withdrawn:txn_1", corrects: "2027-000371" },
      ...{ isSupplement: true, rent: 89, fee: 11, total: 100 },
      corrected: { issuedAt, total: 162_000, left: 161_900 },
    }).lines[0],
  ).toMatchObject({
    label: "Repris en partie : changement de dates à La Verrière, supplément",
    quantity: "1",
  });
  // What was paid is a whole, whatever a unit costs: of other dates it may be the difference in price alone.
  expect(sheetOf({ rent: 72_000, total: 81_000 }).lines[0]).toMatchObject(whole);
  // A receipt that takes such a credit note back is of the same part.
  expect(
    sheetOf({ _id: "refund_failed:re_1", corrects: "2027-A00037", rent: 72_000, total: 81_000 })
      .lines[0],
  ).toMatchObject({
    label: "De nouveau dû en partie : location de La Verrière",
    detail: where,
    quantity: "1",
  });
});

it("tells what went back beyond the price apart, without tax, and prints lines that add up", () => {
  const note = { kind: "credit_note", _id: "dispute_withdrawn:txn_1" } as const;
  const corrected = { issuedAt: receipt.issuedAt, total: 162_000, left: -81_000 };
  const half = { rent: 72_000, fee: 9_000, rentVat: 12_000, feeVat: 1_500, total: 162_000 };
  const of = { ...note, corrects: "2027-000371", corrected };
  const beyond = {
    ...{ label: "Au-delà du montant payé", detail: "Ne change ni le prix ni la TVA" },
    quantity: "1",
  };
  const sheet = sheetOf({ ...of, ...half });
  expect(sheet.lines).toMatchObject([
    { label: "Repris en partie : location de La Verrière", quantity: "1", amount: "−720,00 €" },
    { label: "Frais de service de Place des Salles", amount: "−90,00 €" },
    { ...beyond, amount: "−810,00 €" },
  ]);
  expect(sheet.total.amount).toBe("−1 620,00 €");
  expect(sheet.vat.map(({ amount }) => amount)).toEqual([
    ...["−600,00 €", "−120,00 €", "−75,00 €", "−15,00 €"],
  ]);
  expect(sheet.notes[0]).toContain("810,00 € de plus que ce montant ont été rendus ou repris.");
  const none = { rent: 0, fee: 0, rentVat: 0, feeVat: 0, total: 81_000 };
  expect(sheetOf({ ...of, ...none })).toMatchObject({
    lines: [{ ...beyond, amount: "−810,00 €" }],
    vat: [],
  });
});

it("calls a credit note one, and tells its sums as given back", () => {
  const { title, lines, vat } = sheetOf({ kind: "credit_note", number: "2027-A00037" });
  expect(title).toBe("Avoir 2027-A00037");
  expect(lines.map(({ amount }) => amount)).toEqual(["−1 440,00 €", "−180,00 €"]);
  expect(vat.map(({ amount }) => amount)).toEqual([
    ...["−1 200,00 €", "−240,00 €", "−150,00 €", "−30,00 €"],
  ]);
});
