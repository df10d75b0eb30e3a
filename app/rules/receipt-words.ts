/** A receipt in words: the same for its page and for its PDF. */
import type { UntaxedReason } from "@models/enumerations";
import type { Receipt, ReceiptParty } from "@models/receipt";
import { formatDay, parisDayOf } from "~/platform/days";
import { formatEuros, type Cents } from "~/platform/money";
import { formatDecimal } from "~/platform/numbers";
import { ofName } from "~/platform/of-name";
import { formatPeriod, periodOf } from "./calendar";
import type { Side } from "./history-words";
import { REFUND_TIME } from "./money-words";
import { unitsText } from "./price";
import { GONE, isNoteNumber } from "./receipt";
import { beyondPrice } from "./receipt-amounts";
import { registryText } from "./registry-number";
import { vatPercentsOf } from "./vat";

/** A line of what is charged. */
export interface ReceiptLine {
  label: string;
  detail: string | null;
  quantity: string;
  amount: string;
}

/** Everything that stands on a receipt or credit note, as text. */
export interface ReceiptSheet {
  number: string;
  isCreditNote: boolean;
  /** 'Reçu 2027-000412', 'Avoir 2027-A00037' */
  title: string;
  /** 'Émis le 24/05/2027, réservation PDS-TX4M7R' */
  issued: string;
  platform: string;
  parties: { heading: string; name: string; lines: string[] }[];
  lines: ReceiptLine[];
  /** What the lines are before tax, as an invoice says it (CGI, annexe II, article 242 nonies A), and the VAT contained in them. */
  vat: { label: string; amount: string }[];
  total: { label: string; amount: string };
  /** 'Payé le 24/05/2027 par carte.' */
  moved: string;
  notes: string[];
}

/** Whose eyes a document is put into words for: one of its two sides, or the back-office. */
export type ReceiptReader = Side | "office";

/** Puts a document into words, without what is the other side's own. */
export function receiptSheet(stored: Receipt, reader: ReceiptReader): ReceiptSheet {
  const receipt = asSeenBy(stored, reader);
  const { kind, number, issuedAt, reference, platform, landlord, tenant } = receipt;
  const isNote = kind === "credit_note";
  const euros = (amount: Cents) => formatEuros(isNote ? -amount : amount);
  const percents = vatPercentsOf(receipt);
  const taxed = [
    {
      ...{ what: "location", on: "la location", percent: percents.rent },
      ...{ amount: receipt.rent, vat: receipt.rentVat },
    },
    {
      ...{ what: "frais de service", on: "les frais de service", percent: percents.fee },
      ...{ amount: receipt.fee, vat: receipt.feeVat },
    },
  ].filter(({ vat }) => vat > 0);
  return {
    number,
    isCreditNote: isNote,
    title: `${isNote ? "Avoir" : "Reçu"} ${number}`,
    issued: `Émis le ${dayOf(issuedAt)}, réservation ${reference}`,
    platform: platform.name,
    parties: [
      { heading: "Loué par", ...partyWords(landlord) },
      { heading: "Loué à", ...partyWords(tenant) },
    ],
    lines: linesOf(receipt).map(({ cents, ...line }) => ({ ...line, amount: euros(cents) })),
    vat: taxed.flatMap(({ what, on, percent, amount, vat }) => [
      { label: `Dont ${what} hors taxes`, amount: euros(amount - vat) },
      { label: `Dont TVA à ${formatDecimal(percent)}\u00a0% sur ${on}`, amount: euros(vat) },
    ]),
    total: { label: totalLabel(receipt), amount: euros(receipt.total) },
    moved: movedWords(receipt, reader),
    notes: [...correction(receipt), ...terms(receipt)],
  };
}

/**
 * A document without what its reader is no party to: the card is the buyer's, and where a private person lives is theirs
 * alone. The address of an organisation stays, which an invoice has to have.
 */
function asSeenBy(receipt: Receipt, reader: ReceiptReader): Receipt {
  if (reader === "buyer") return { ...receipt, landlord: withoutHome(receipt.landlord) };
  if (reader === "office") return receipt;
  const { cardLast4: _, ...seen } = receipt;
  return { ...seen, tenant: withoutHome(receipt.tenant) };
}

/** Who stands on a document, as the other side of it reads them. */
export function withoutHome(party: ReceiptParty): ReceiptParty {
  return isPrivate(party) ? { name: party.name } : party;
}

/** Whether somebody is on a document as a person, for no organisation. Where it was not kept, what it has of them tells. */
const isPrivate = ({ isPerson, organisation, siret }: ReceiptParty) =>
  isPerson ?? (!organisation && !siret);

/** What makes the total: rent and fee, of what is beyond the price those that are in it. */
function linesOf(receipt: Receipt): (Omit<ReceiptLine, "amount"> & { cents: Cents })[] {
  const { platform, rent, fee } = receipt;
  const label = `Frais de service ${ofName(platform.name)}`;
  const ofPrice = [
    { ...rentWords(receipt), cents: rent },
    { label, detail: null, quantity: "1", cents: fee },
  ];
  const beyond = beyondPrice(receipt);
  if (beyond === 0) return ofPrice;
  const surplus = {
    label: "Au-delà du montant payé",
    detail: "Ne change ni le prix ni la TVA",
    quantity: "1",
    cents: beyond,
  };
  return [...ofPrice.filter(({ cents }) => cents > 0), surplus];
}

/** What was let. Of a part of its price the days are not a part: they and the price of one would make another amount. */
function rentWords(receipt: Receipt): Omit<ReceiptLine, "amount"> {
  const { isSupplement, venueTitle, venueAddress, unitPrice } = receipt;
  const where = `${venueAddress}, ${formatPeriod(periodOf(receipt))}`;
  const what = isSupplement
    ? `Changement de dates à ${venueTitle}, supplément`
    : `Location ${ofName(venueTitle)}`;
  if (!isOfPart(receipt)) {
    const detail = `${where}, à ${formatEuros(unitPrice)} l’unité`;
    return { label: what, detail, quantity: unitsText(receipt) };
  }
  const went = correctedWord(receipt);
  const label = `${went.slice(0, 1).toUpperCase()}${went.slice(1)} en partie\u00a0: ${what.slice(0, 1).toLowerCase()}${what.slice(1)}`;
  return { label, detail: where, quantity: "1" };
}

/** Whether a document is of less than was paid; one that takes back a whole credit note does not say how much that was. */
function isOfPart({ corrects, corrected, rent, fee, units, unitPrice }: Receipt): boolean {
  if (corrects === undefined) return false;
  return corrected ? rent + fee < corrected.total : rent < units * unitPrice;
}

const dayOf = (instant: Date) => formatDay(parisDayOf(instant));

/** A receipt that takes a credit note back is of money that was paid before. */
const isReversal = ({ kind, corrects }: Receipt) => kind === "receipt" && corrects !== undefined;

/** Its movement is one of a dispute, between the payer's bank and the platform. */
const isOfDispute = ({ _id }: Receipt) => _id.startsWith("dispute_");

function totalLabel(receipt: Receipt): string {
  return receipt.kind === "receipt" && !isReversal(receipt)
    ? "Total payé"
    : `Total ${correctedWord(receipt)}`;
}

/** What a document that corrects another says of its money. */
function correctedWord(receipt: Receipt): string {
  if (isReversal(receipt)) return "de nouveau dû";
  return isOfDispute(receipt) ? "repris" : "rendu";
}

/** How long the bank takes is for whoever waits for it. */
function movedWords(receipt: Receipt, reader: ReceiptReader): string {
  const day = dayOf(receipt.movedAt);
  if (isOfDispute(receipt)) {
    return isReversal(receipt)
      ? `Le montant contesté a été rendu par la banque le ${day}.`
      : `Repris le ${day} par la banque de la carte qui a payé, à la suite d’une contestation.`;
  }
  if (isReversal(receipt)) return `Le remboursement a été renvoyé par la banque le ${day}.`;
  if (receipt.kind === "receipt") return `Payé le ${day} par ${cardWords(receipt, "carte")}.`;
  const back = `Rendu le ${day} sur la ${cardWords(receipt, "carte qui a payé")}.`;
  return reader === "buyer" ? `${back} Comptez ${REFUND_TIME} selon votre banque.` : back;
}

/** 'carte terminée par 4242', or what is known of it. */
function cardWords({ cardLast4 }: Receipt, unknown: string): string {
  return cardLast4 === undefined ? unknown : `carte terminée par ${cardLast4}`;
}

function correction(receipt: Receipt): string[] {
  const { corrects, corrected } = receipt;
  if (corrects === undefined) return [];
  if (isReversal(receipt)) {
    // What a bank gives back of several credit notes takes none of them back.
    if (!isNoteNumber(corrects)) return [`Ce reçu se rapporte au reçu ${corrects}.`];
    return [corrected ? partOfNote(corrects, corrected) : `Ce reçu annule l’avoir ${corrects}.`];
  }
  if (!corrected) return [`Cet avoir corrige le reçu ${corrects}.`];
  const { issuedAt, total, left } = corrected;
  const rest =
    left < 0
      ? `${formatEuros(-left)} de plus que ce montant ont été rendus ou repris.`
      : `Reste payé\u00a0: ${formatEuros(left)}.`;
  return [
    `Cet avoir corrige le reçu ${corrects} du ${dayOf(issuedAt)}, d’un montant de ${formatEuros(total)}. ${rest}`,
  ];
}

function partOfNote(number: string, { issuedAt, total, left }: NonNullable<Receipt["corrected"]>) {
  const of = `du ${dayOf(issuedAt)}, d’un montant de ${formatEuros(total)}`;
  return `Ce reçu annule en partie l’avoir ${number} ${of}. Reste repris\u00a0: ${formatEuros(left)}.`;
}

const UNTAXED: Readonly<Record<UntaxedReason, string>> = {
  // The exemption of 293 B is one of businesses.
  person: "Location par un particulier\u00a0: pas de TVA.",
  franchise: "Location\u00a0: TVA non applicable, art. 293 B du CGI.",
  "public body": "Location\u00a0: hors du champ de la TVA, art. 256 B du CGI.",
  "out of scope": "Location\u00a0: TVA non applicable, opération hors du champ de la TVA.",
  association: "Location\u00a0: exonérée de TVA, art. 261, 7-1° du CGI.",
  "bare premises": "Location\u00a0: exonérée de TVA, art. 261 D, 2° du CGI.",
  "untaxed department": "Location\u00a0: TVA non applicable, art. 294 du CGI.",
  abroad: "Location\u00a0: TVA non applicable, lieu situé hors du territoire de la TVA française.",
};

/** Why a rent has no VAT, if it has none. What was made before that was kept says what it said then. */
function untaxedOf({ untaxed, vatRegime, landlord }: Receipt): UntaxedReason | undefined {
  if (untaxed || vatRegime === "assujetti") return untaxed;
  if (vatRegime === "hors champ") return "public body";
  return isPrivate(landlord) && landlord.name !== GONE ? "person" : "franchise";
}

function terms(receipt: Receipt): string[] {
  const { platform, landlord } = receipt;
  const untaxed = untaxedOf(receipt);
  return [
    ...(untaxed ? [UNTAXED[untaxed]] : []),
    `Loyer encaissé au nom et pour le compte ${ofLandlord(landlord)}.`,
    `Frais de service facturés par ${platform.name}. ${platform.publisher}`,
  ];
}

function ofLandlord({ name, organisation }: ReceiptParty): string {
  if (name === GONE) return "du propriétaire, dont le compte est supprimé";
  return ofName(organisation ?? name);
}

/** Somebody as a document names them: an organisation by its own name, whoever speaks for it below. */
export function partyWords(party: ReceiptParty): { name: string; lines: string[] } {
  const { name, organisation, street, town, siret, registration, vatNumber } = party;
  const lines = [
    organisation && name,
    [street, town].filter(Boolean).join(", "),
    siret && `SIRET ${registryText(siret)}`,
    registration,
    vatNumber && `TVA ${vatNumber}`,
  ];
  return { name: organisation ?? name, lines: lines.filter((line) => !!line) as string[] };
}
