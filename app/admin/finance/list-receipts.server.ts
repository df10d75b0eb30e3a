import { trusted, type QueryFilter } from "mongoose";
import type { ReceiptKind } from "@models/enumerations";
import { ReceiptModel, type Receipt } from "@models/receipt";
import { receiptSheet, type ReceiptSheet } from "~/rules/receipt-words";
import { formatDay, parisDayOf } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { Refusal } from "~/platform/web/refusal";
import { cursorPage, eachRow, mapPage, within, type CursorPage } from "../lists/cursor-page.server";
import { instantsOf, periodOf } from "./period";
import type { ReceiptFilters } from "./receipt-filters";

export interface ReceiptRow {
  id: string;
  number: string;
  kind: ReceiptKind;
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
export function everyReceipt(filters: ReceiptFilters) {
  return eachRow<Receipt>(ReceiptModel, {
    filter: receiptFilter(filters),
    order: filters.tri,
    fields: `${FIELDS} movedAt corrects landlord rent fee rentVat feeVat`,
    by: "issuedAt",
  });
}

/** One document as it was made, and whose data it shows. @throws Refusal("not_found") */
export async function receiptRecord(
  number: string,
): Promise<{ sheet: ReceiptSheet; buyerId: string; reference: string }> {
  const receipt = await ReceiptModel.findOne({ number }).lean();
  if (!receipt) throw new Refusal("not_found");
  return {
    sheet: receiptSheet(receipt),
    buyerId: receipt.buyer.toString(),
    reference: receipt.reference,
  };
}

function receiptFilter({ q, mois, date, type }: ReceiptFilters): QueryFilter<Receipt> {
  const month = mois.length === 4 ? periodOf(mois, "") : instantsOf(mois);
  const text = q.trim().toUpperCase();
  return {
    ...(month && { issuedAt: trusted({ $gte: month.from, $lt: month.to }) }),
    ...(date && { issuedAt: within(date) }),
    ...(type && { kind: type }),
    ...(text && (text.startsWith("PDS-") ? { reference: text } : { number: text })),
  };
}

function toRow(receipt: Receipt): ReceiptRow {
  const { _id, number, kind, reference, tenant, venueTitle, total, issuedAt } = receipt;
  return {
    id: _id,
    number,
    kind,
    reference,
    tenant: tenant.organisation ?? tenant.name,
    venueTitle,
    total: formatEuros(kind === "receipt" ? total : -total),
    issuedAt: formatDay(parisDayOf(issuedAt)),
  };
}
