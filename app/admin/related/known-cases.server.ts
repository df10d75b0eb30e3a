import { trusted, type Types } from "mongoose";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";

/** What there may be, or have been, a case of. */
interface KnownCase {
  key: string;
  /** It says of itself that it is none any more. One that somebody put away does not. */
  isOver: boolean;
}

/**
 * All that there ever was a case of about some reservations, or that becomes one once it goes wrong, as their mails: by the
 * indexes of the four kinds, in as many questions.
 *
 * @param records of the reservations, their supplements' too: mails are about those
 */
export async function knownCases(records: readonly Types.ObjectId[]): Promise<KnownCase[]> {
  if (records.length === 0) return [];
  // What of it is a case is told apart here: a filter of two kinds would be held against those of all others.
  const reservation = trusted({ $in: [...records] });
  const about = trusted({ $in: records.map(String) });
  const [payments, entries, differences, mails] = await Promise.all([
    PaymentCaseModel.find({ reservation }, "closedAt").lean(),
    LedgerEntryModel.find({ reservation }, "type stripeId").lean(),
    LedgerDifferenceModel.find({ reservation }, "closedAt").lean(),
    MailModel.find({ about }, "status").lean(),
  ]);
  const disputes = entries.filter(({ type }) => type === "disputed");
  return [
    ...payments.map(({ _id, closedAt }) => ({ key: `payment:${_id}`, isOver: !!closedAt })),
    ...disputes.map(({ stripeId }) => ({ key: `dispute:${stripeId}`, isOver: false })),
    ...differences.map(({ _id, closedAt }) => ({ key: `ledger:${_id}`, isOver: !!closedAt })),
    ...mails.map(({ _id, status }) => ({
      key: `mail:${_id.toString()}`,
      isOver: status !== "failed",
    })),
  ];
}
