import { trusted, type QueryFilter } from "mongoose";
import { RECEIPT_KINDS, type ReceiptKind } from "@models/enumerations";
import { ReceiptModel, type Receipt } from "@models/receipt";
import { beyondPrice } from "~/rules/receipt-amounts";
import { receiptSheet, type ReceiptSheet } from "~/rules/receipt-words";
import { formatDay, parisDayOf } from "~/platform/days";
import { decimalEuros, formatEuros } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { cursorPage, eachRow, mapPage, within, type CursorPage } from "../lists/cursor-page.server";
import { periodFilter } from "./forms";
import { partLabel, periodOf } from "./period";
import { defineList } from "../lists/define-list.server";
import { choice, day, search, type Filter } from "../lists/filters";
import type { Ordered } from "../lists/orders";
import { referenceOf } from "../lists/search.server";

/** Empty: not filtered by it. */
export interface ReceiptFilters extends Ordered {
  /** The number, or the reservation's reference. */
  q: string;
  /** `YYYY-MM`, or a year. */
  mois: string;
  date: string;
  type: ReceiptKind | "";
}

const RECEIPT_KIND_LABELS: Record<ReceiptKind, string> = {
  receipt: "Reçu",
  credit_note: "Avoir",
};

export interface ReceiptRow {
  id: string;
  number: string;
  /** 'Reçu', 'Avoir'. */
  kind: string;
  reference: string;
  tenant: string;
  venueTitle: string;
  total: string;
  issuedAt: string;
}

const FIELDS = "number kind reference tenant venueTitle total issuedAt";

/** Receipts and credit notes, newest first. */
export async function listReceipts(
  filters: ReceiptFilters,
  cursor: string,
): Promise<CursorPage<ReceiptRow>> {
  const page = await cursorPage<Receipt>(ReceiptModel, {
    filter: receiptFilter(filters),
    order: filters.tri,
    fields: FIELDS,
    cursor,
    by: "issuedAt",
  });
  return mapPage(page, toRow);
}

/** All of them, for a CSV. */
function everyReceipt(filters: ReceiptFilters) {
  return eachRow<Receipt>(ReceiptModel, {
    filter: receiptFilter(filters),
    order: filters.tri,
    fields: `${FIELDS} movedAt corrects landlord rent fee rentVat feeVat`,
    by: "issuedAt",
  });
}

/** The month, or the year, of issue. */
const month: Filter<typeof periodFilter> = {
  field: periodFilter,
  look: { kind: "month", label: "Mois d’émission" },
  nameOf: (value) => (value.length === 4 ? `En ${value}` : `En ${partLabel(value)}`),
};

/** What of it takes back, so that the column adds up to what was kept. */
const signed = ({ kind }: Receipt, amount: number) =>
  decimalEuros(kind === "receipt" ? amount : -amount);

/** The list of receipts, and its file. */
export const receiptList = defineList({
  path: "/admin/finance/recus",
  title: "Reçus et avoirs",
  noun: ["document", "documents"],
  empty: "Aucun document trouvé...",
  access: "finance.read",
  filters: {
    q: search("Numéro ou réservation"),
    mois: month,
    date: day("Émis le"),
    type: choice("Document", RECEIPT_KINDS, (kind) => RECEIPT_KIND_LABELS[kind]),
  },
  read: listReceipts,
  csv: {
    name: "recus",
    columns: {
      Numéro: ({ number }) => number,
      Document: ({ kind }) => RECEIPT_KIND_LABELS[kind],
      "Émis le": ({ issuedAt }) => formatDay(parisDayOf(issuedAt)),
      "Mouvement du": ({ movedAt }) => formatDay(parisDayOf(movedAt)),
      // A receipt of what a bank gave back of several credit notes corrects none of them.
      "Se rapporte à": ({ corrects }) => corrects,
      Réservation: ({ reference }) => reference,
      Bailleur: ({ landlord }) => landlord.organisation ?? landlord.name,
      Locataire: ({ tenant }) => tenant.organisation ?? tenant.name,
      Lieu: ({ venueTitle }) => venueTitle,
      "Loyer (€)": (receipt) => signed(receipt, receipt.rent),
      "dont TVA du loyer (€)": (receipt) => signed(receipt, receipt.rentVat),
      "Frais (€)": (receipt) => signed(receipt, receipt.fee),
      "dont TVA des frais (€)": (receipt) => signed(receipt, receipt.feeVat),
      "Au-delà du prix (€)": (receipt) => signed(receipt, beyondPrice(receipt)),
      "Total (€)": (receipt) => signed(receipt, receipt.total),
    },
    rows: everyReceipt,
  },
});

/** One document as it was made, and whose data it shows. @throws Refusal("not_found") */
export async function receiptRecord(
  number: string,
): Promise<{ sheet: ReceiptSheet; shown: string[]; reference: string }> {
  const receipt = await ReceiptModel.findOne({ number }).lean();
  if (!receipt) throw new Refusal("not_found");
  return {
    sheet: receiptSheet(receipt, "office"),
    shown: [receipt.buyer, receipt.owner].map(String),
    reference: receipt.reference,
  };
}

/** How all numbers begin, and no reference does: '2027-'. */
const NUMBER = /^\d{4}-/;

function receiptFilter({ q, mois, date, type }: ReceiptFilters): QueryFilter<Receipt> {
  const month = mois && periodOf(mois, "");
  const issued = [
    ...(month ? [trusted({ $gte: month.from, $lt: month.to })] : []),
    ...(date ? [within(date)] : []),
  ];
  const text = q.trim().toUpperCase();
  return {
    ...(issued.length > 0 && { $and: issued.map((issuedAt) => ({ issuedAt })) }),
    ...(type && { kind: type }),
    ...(text && (NUMBER.test(text) ? { number: text } : { reference: referenceOf(text) })),
  };
}

function toRow(receipt: Receipt): ReceiptRow {
  const { _id, number, kind, reference, tenant, venueTitle, total, issuedAt } = receipt;
  return {
    id: _id,
    number,
    kind: RECEIPT_KIND_LABELS[kind],
    reference,
    tenant: tenant.organisation ?? tenant.name,
    venueTitle,
    total: formatEuros(kind === "receipt" ? total : -total),
    issuedAt: formatDay(parisDayOf(issuedAt)),
  };
}
