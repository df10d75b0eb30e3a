import { Types } from "mongoose";
import { ReceiptModel, type Receipt } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { Refusal } from "~/platform/refusal";
import type { Side } from "~/rules/history-words";
import { receiptSheet, type ReceiptSheet } from "~/rules/receipt-words";

/** The receipts and credit notes of a reservation, as one of its two sides sees them. */
export interface ReceiptsPage {
  /** Where one comes from: the reservation's page, or one's payments when it has none. */
  back: { href: string; label: string };
  /** In the order in which they were made; each with the address of its file. */
  sheets: (ReceiptSheet & { fileHref: string })[];
}

interface Asker {
  side: Side;
  userId: string;
}

/**
 * The receipts of a reservation for its buyer or its owner.
 *
 * @throws Refusal("not_found") when there are none, or none of this person's
 */
export async function receiptsPage(reservationId: string, asker: Asker): Promise<ReceiptsPage> {
  const { receipts, isDead } = await ownReceipts(reservationId, asker);
  const [first] = receipts;
  if (!first) throw new Refusal("not_found");
  const base = asker.side === "buyer" ? "/mes-demandes" : "/mes-locations/demandes";
  const href = `${base}/${reservationId}`;
  return {
    back: isDead
      ? { href: "/mes-paiments", label: "Mes paiements" }
      : { href, label: `Réservation ${first.reference}` },
    sheets: receipts.map((receipt) => ({
      ...receiptSheet(receipt, asker.side),
      fileHref: `${href}/recu/${receipt.number}.pdf`,
    })),
  };
}

/** One receipt, by its number. @throws Refusal("not_found") */
export async function ownReceipt(
  reservationId: string,
  number: string,
  asker: Asker,
): Promise<Receipt> {
  const { receipts } = await ownReceipts(reservationId, asker);
  const receipt = receipts.find((one) => one.number === number);
  if (!receipt) throw new Refusal("not_found");
  return receipt;
}

async function ownReceipts(
  reservationId: string,
  { side, userId }: Asker,
): Promise<{ receipts: Receipt[]; isDead: boolean }> {
  const reservation = new Types.ObjectId(reservationId);
  const [receipts, owning] = await Promise.all([
    ReceiptModel.find({ reservation, [side]: new Types.ObjectId(userId) }).lean(),
    ReservationModel.findById(reservation, "status").lean(),
  ]);
  const isDead = owning?.status === "dead" || owning?.status === "hold";
  // What never was confirmed is its buyer's business, even where a late payment of it came back.
  if (isDead && side === "owner") throw new Refusal("not_found");
  return { receipts: receipts.sort(byIssue), isDead };
}

function byIssue(a: Receipt, b: Receipt): number {
  return (
    a.issuedAt.getTime() - b.issuedAt.getTime() ||
    a.movedAt.getTime() - b.movedAt.getTime() ||
    (a.number < b.number ? -1 : 1)
  );
}
