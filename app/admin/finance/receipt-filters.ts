/** What the list of receipts is filtered by, and the columns of its file. Pure; amounts are euros. */
import { z } from "zod";
import { RECEIPT_KINDS, type ReceiptKind } from "@models/enumerations";
import type { Receipt } from "@models/receipt";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import type { Ordered } from "~/admin/lists/orders";
import { formatDay, parisDayOf } from "~/platform/days";
import { decimalEuros } from "~/platform/money";
import { searchText } from "~/platform/web/fields";
import { instantsOf } from "./period";

/** Empty: not filtered by it. */
export interface ReceiptFilters extends Ordered {
  /** The number, or the reservation's reference. */
  q: string;
  /** `YYYY-MM`, or a year. */
  mois: string;
  date: string;
  type: ReceiptKind | "";
}

export const receiptFilters = {
  q: searchText,
  mois: z
    .string()
    .transform((text) => (/^\d{4}$/.test(text) || instantsOf(text) ? text.slice(0, 7) : ""))
    .catch(""),
  date: dayFilter,
  type: choiceFilter(RECEIPT_KINDS),
};

export const RECEIPT_KIND_LABELS: Record<ReceiptKind, string> = {
  receipt: "Reçu",
  credit_note: "Avoir",
};

/** What of it takes back, so that the column adds up to what was kept. */
const signed = ({ kind }: Receipt, amount: number) =>
  decimalEuros(kind === "receipt" ? amount : -amount);

export const RECEIPT_COLUMNS = {
  Numéro: ({ number }: Receipt) => number,
  Document: ({ kind }: Receipt) => RECEIPT_KIND_LABELS[kind],
  "Émis le": ({ issuedAt }: Receipt) => formatDay(parisDayOf(issuedAt)),
  "Mouvement du": ({ movedAt }: Receipt) => formatDay(parisDayOf(movedAt)),
  Corrige: ({ corrects }: Receipt) => corrects,
  Réservation: ({ reference }: Receipt) => reference,
  Bailleur: ({ landlord }: Receipt) => landlord.organisation ?? landlord.name,
  Locataire: ({ tenant }: Receipt) => tenant.organisation ?? tenant.name,
  Lieu: ({ venueTitle }: Receipt) => venueTitle,
  "Loyer (€)": (receipt: Receipt) => signed(receipt, receipt.rent),
  "dont TVA du loyer (€)": (receipt: Receipt) => signed(receipt, receipt.rentVat),
  "Frais (€)": (receipt: Receipt) => signed(receipt, receipt.fee),
  "dont TVA des frais (€)": (receipt: Receipt) => signed(receipt, receipt.feeVat),
  "Total (€)": (receipt: Receipt) => signed(receipt, receipt.total),
} as const;
