import { Types } from "mongoose";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { casesOf } from "~/payments/payment-cases.server";
import { NOT_SET } from "~/platform/not-set.server";
import { casePath } from "./case-file";
import { findCase } from "./find-cases.server";

/** A case, on the record of what it is about. */
export interface OpenCase {
  key: string;
  title: string;
  /** The cause, in one sentence. */
  context: string;
  /** Its own page. */
  href: string;
}

/**
 * What the queue has about a reservation. Cases are looked up one by one: hardly a reservation has any, and how they are
 * called, and whether somebody put them away, is said where all of them are found.
 */
export async function casesOfReservation(reservationId: string): Promise<OpenCase[]> {
  const reservation = new Types.ObjectId(reservationId);
  const [payments, differences, disputes, mails] = await Promise.all([
    casesOf([reservation], undefined),
    LedgerDifferenceModel.find({ reservation, closedAt: NOT_SET }, "_id").lean(),
    LedgerEntryModel.find({ reservation, type: "disputed" }, "stripeId").lean(),
    MailModel.find({ about: reservationId, status: "failed" }, "_id").lean(),
  ]);
  const keys = [
    ...payments.filter(({ isWaiting }) => isWaiting).map(({ _id }) => `payment:${_id}`),
    ...disputes.map(({ stripeId }) => `dispute:${stripeId}`),
    ...differences.map(({ _id }) => `ledger:${_id}`),
    ...mails.map(({ _id }) => `mail:${_id.toString()}`),
  ];
  const found = await Promise.all(keys.map((key) => findCase(key)));
  return found.flatMap((one) =>
    one ? [{ key: one.key, title: one.title, context: one.context, href: casePath(one.key) }] : [],
  );
}
