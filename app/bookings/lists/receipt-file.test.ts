import { inflateSync } from "node:zlib";
import { Types } from "mongoose";
import { getDocumentProxy, getMeta, extractText } from "unpdf";
import { expect, it } from "vitest";
import type { Receipt } from "@models/receipt";
import { formatEuros } from "~/platform/money";
import { receiptSheet, type ReceiptReader } from "~/rules/receipt-words";
import { receiptFile } from "./receipt-file.server";

const issuedAt = new Date("2027-05-24T10:00:00Z");
const id = new Types.ObjectId();

const receipt: Receipt = {
  ...{ _id: "captured:ch_1", kind: "receipt", number: "2027-000412", issuedAt },
  ...{ reservation: id, buyer: id, owner: id, chargeId: "ch_1", movedAt: issuedAt },
  reference: "PDS-TX4M7R",
  landlord: {
    name: "Paul Dvořák",
    organisation: "Ville des Tilleuls",
    street: "1 place de la Mairie",
    town: "69003 Lyon",
    siret: "73282932000074",
    vatNumber: "FR44732829320",
  },
  tenant: { name: "Camille Moreau", street: "8 quai des Mariniers", town: "69009 Lyon" },
  platform: { name: "Place des Salles", publisher: "Place des Salles SAS, Lyon." },
  venueTitle: "L’Œil d’Été",
  venueAddress: "12 rue des Tilleuls, 69003 Lyon",
  ...{ startDate: "2027-06-11", endDate: "2027-06-13", startSlot: "AM", endSlot: "PM" },
  ...{ period: "Day", units: 3, unitPrice: 48_000 },
  ...{ rent: 144_000, fee: 18_000, total: 162_000 },
  ...{ vatRegime: "assujetti", rentVat: 24_000, feeVat: 3_000 },
};

/** What a reader of PDF finds in the file. */
async function read(one: Receipt, reader: ReceiptReader = "office") {
  const { name, content } = await receiptFile(one, reader);
  const pdf = await getDocumentProxy(content.slice());
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const { info } = await getMeta(pdf);
  return { name, totalPages, info, text: text.replace(/[\s\u00a0]+/g, " ") };
}

/** How PDF's own fonts are written. */
const ansi = new TextDecoder("windows-1252");

/** What is drawn, in order: where, in which font, how large and in which colour, and the lines between. */
async function drawn(one: Receipt, reader: ReceiptReader = "office"): Promise<string[]> {
  const { content } = await receiptFile(one, reader);
  const file = Buffer.from(content).toString("latin1");
  const page = [...file.matchAll(/\/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs)]
    .map(([, bytes = ""]) => inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"))
    .find((text) => text.includes("BT"));
  const told = page?.matchAll(
    /(?<colour>[\d. ]+) (?:scn|SCN)|(?<place>[\d.]+ [\d.]+) Tm\n\/(?<font>F\d [\d.]+) Tf\n(?<text>.*) TJ|(?<line>[\d.]+ [\d.]+ [ml]|[\d.]+ w)\n/g,
  );
  let colour = "";
  return [...(told ?? [])].flatMap(({ groups: { text, place, font, line, ...said } = {} }) => {
    colour = said.colour ?? colour;
    if (line) return line;
    const hex = [...(text ?? "").matchAll(/<(\w+)>/g)].map(([, part]) => part).join("");
    return text ? `${place}, ${font}, ${colour}: ${ansi.decode(Buffer.from(hex, "hex"))}` : [];
  });
}

const spaced = (amount: number) => formatEuros(amount).replace(/\s/g, " ");

it("is one page of real text, with its title and its language", async () => {
  const { name, totalPages, info, text } = await read(receipt);
  expect(name).toBe("recu-2027-000412.pdf");
  expect(totalPages).toBe(1);
  expect(info).toMatchObject({ Title: "Reçu 2027-000412, Place des Salles", Language: "fr-FR" });
  for (const said of [
    "Reçu 2027-000412",
    "Émis le 24/05/2027, réservation PDS-TX4M7R",
    "Ville des Tilleuls",
    "Paul Dvorák",
    "SIRET 732 829 320 00074",
    "TVA FR44732829320",
    "Camille Moreau",
    "Location de L’Œil d’Été",
    "Loyer encaissé au nom et pour le compte de Ville des Tilleuls.",
    "3 jours",
    spaced(144_000),
    spaced(18_000),
    `Dont location hors taxes ${spaced(120_000)}`,
    "Dont TVA à 20 % sur la location",
    spaced(24_000),
    `Total payé ${spaced(162_000)}`,
    "Place des Salles SAS, Lyon.",
  ]) {
    expect(text).toContain(said);
  }
});

/** What a screen reader has of the file's structure. */
interface StructNode {
  role?: string;
  type?: string;
  id?: string;
  children?: StructNode[];
}
const rolesOf = ({ role, children = [] }: StructNode): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(rolesOf),
];

it("is read party by party, and its amounts as a table of as many cells a row", async () => {
  const { text } = await read(receipt);
  expect(text).toMatch(/Loué par Ville des Tilleuls .* TVA FR44732829320 Loué à Camille Moreau 8 /);
  const { content } = await receiptFile(receipt, "office");
  const page = await (await getDocumentProxy(content.slice())).getPage(1);
  const roles = rolesOf(await page.getStructTree()).join(" ");
  expect(roles).toContain("H1 P H2 P P P P P H2 P P Table TR TH P P TD P TD P TR TH P TD P TD P");
  expect(roles).toMatch(/Table(?: TR TH P(?: P)? TD(?: P)? TD P){7} P P P$/);
});

it("is without the customer's home and card for the owner, as the page is", async () => {
  const paid = { ...receipt, cardLast4: "4242" };
  expect((await read(paid, "buyer")).text).toMatch(/8 quai des Mariniers.*terminée par 4242/);
  const { text } = await read(paid, "owner");
  expect(text).toContain("1 place de la Mairie");
  expect(text).not.toMatch(/Mariniers|69009|4242/);
});

it("shows a credit note's sums as given back, and what it corrects", async () => {
  const note = { ...receipt, kind: "credit_note", number: "2027-A00037" } as const;
  const { name, text } = await read({
    ...{ ...note, corrects: "2027-000412", total: 81_000, rent: 72_000, fee: 9_000 },
    ...{ vatRegime: "franchise", rentVat: 0, feeVat: 1_500 },
  });
  expect(name).toBe("avoir-2027-A00037.pdf");
  expect(text).toContain("Cet avoir corrige le reçu 2027-000412.");
  // The fonts of PDF have no minus sign, and a dash in its place.
  expect(text).toContain(`Total rendu ${spaced(-81_000).replace("−", "–")}`);
  expect(text).toContain("TVA non applicable, art. 293 B du CGI");
  expect(text).not.toContain("sur la location");
});

it("keeps the longest names on one page, within it", async () => {
  const long = "Société intercommunale d’aménagement des salles polyvalentes ".repeat(3);
  const country = "République démocratique du Congo";
  const party = {
    ...{ ...receipt.landlord, organisation: long, street: long },
    town: `${long.trim()}, ${country}`,
  };
  const { totalPages, text } = await read({
    ...receipt,
    landlord: party,
    tenant: party,
    venueTitle: long,
  });
  expect(totalPages).toBe(1);
  expect(text).toContain(country);
});

it("says the same words for the page, of a receipt that takes a credit note back as well", () => {
  const sheet = receiptSheet({ ...receipt, corrects: "2027-A00037" }, "buyer");
  expect(sheet.moved).toContain("renvoyé par la banque");
  expect(sheet.notes[0]).toBe("Ce reçu annule l’avoir 2027-A00037.");
  expect(sheet.total.label).toBe("Total de nouveau dû");
  expect(
    receiptSheet({ ...receipt, vatRegime: "hors champ", rentVat: 0 }, "buyer").notes,
  ).toContain("Location\u00a0: hors du champ de la TVA, art. 256 B du CGI.");
});

it("sets its texts in columns, what matters bold and what explains grey, between two lines", async () => {
  expect((await drawn(receipt)).join("\n")).toMatchSnapshot();
});
