import type { Types } from "mongoose";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import type { LedgerEntry } from "@models/ledger-entry";
import type { Mail } from "@models/mail";
import { openCasesOf } from "~/payments/payment-cases.server";
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

/** What is known of a reservation already: all that the ledger has of it, and the mails about it. */
interface Known {
  entries: readonly Pick<LedgerEntry, "type" | "stripeId">[];
  mails: readonly Pick<Mail, "_id" | "status">[];
}

/**
 * What the queue has about a reservation. Cases are looked up one by one: hardly a reservation has any, and how they are
 * called, and whether somebody put them away, is said where all of them are found.
 */
export async function casesOfReservation(
  reservation: Types.ObjectId,
  { entries, mails }: Known,
): Promise<OpenCase[]> {
  const [payments, differences] = await Promise.all([
    openCasesOf([reservation], undefined),
    LedgerDifferenceModel.find({ reservation, closedAt: NOT_SET }, "_id").lean(),
  ]);
  const disputes = entries.filter(({ type }) => type === "disputed");
  const keys = [
    ...payments.map(({ _id }) => `payment:${_id}`),
    ...disputes.map(({ stripeId }) => `dispute:${stripeId}`),
    ...differences.map(({ _id }) => `ledger:${_id}`),
    ...mails.filter(({ status }) => status === "failed").map(({ _id }) => `mail:${_id.toString()}`),
  ];
  const found = await Promise.all(keys.map((key) => findCase(key)));
  return found.flatMap((one) =>
    one ? [{ key: one.key, title: one.title, context: one.context, href: casePath(one.key) }] : [],
  );
}
