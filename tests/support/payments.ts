import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { BookedSlotModel } from "@models/booked-slot";
import { SpentKeyModel } from "@models/spent-key";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";
import { createUser, createVenue } from "./fixtures";
import { cardFields, onboard, submit } from "./stripe-journeys";
import { startSandbox, type TestSandbox } from "./stripe-sandbox";

/**
 * A Stripe sandbox for tests of the product itself. Import this first in a test file: where the
 * sandbox is and what opens it has to be known before the product reads its environment.
 */
export const sandbox: TestSandbox = await startSandbox();
Object.assign(process.env, SANDBOX_CREDENTIALS, { STRIPE_SANDBOX_URL: sandbox.url });

/** As it was at first, for the next file of a worker. */
export async function emptySandbox(): Promise<void> {
  await sandbox.settled();
  await sandbox.control("reset");
  sandbox.hooks.received.length = 0;
  sandbox.hooks.failNext.length = 0;
}

/** An owner whose account at Stripe can be paid, with a venue at 480 € a day. */
export async function createPayableVenue(
  fields: Partial<Venue> = {},
): Promise<{ venue: Venue; owner: User }> {
  const accountId = await onboard(sandbox);
  const owner = await createUser({ accountId, stripeStats: "active" });
  return { venue: await createVenue(owner, fields), owner };
}

export const CARDS = {
  pays: "4242424242424242",
  declined: "4000000000000002",
  asks: "4000002500003155",
} as const;

/** Pays on the hosted page, as a browser without JavaScript would. */
export async function payOnPage(url: string, card: string = CARDS.pays) {
  return await submit(url, cardFields(card));
}

/** Time passes until nothing more can come of what Stripe failed at. @param minutes how much of it; absent: all */
export async function untilCertain(minutes = 15): Promise<void> {
  for (const { _id, failedAt } of await SpentKeyModel.find().lean()) {
    if (!failedAt) continue;
    const earlier = new Date(failedAt.getTime() - minutes * 60_000);
    await SpentKeyModel.updateOne({ _id }, { $set: { failedAt: earlier } });
  }
}

/** A reservation as it is stored. */
export async function stored({ _id }: Pick<Reservation, "_id">): Promise<Reservation> {
  const reservation = await ReservationModel.findById(_id).lean();
  if (!reservation) throw new Error(`No reservation ${_id.toString()}`);
  return reservation;
}

/** How many half days a reservation holds. */
export async function slotsHeld({ _id }: Pick<Reservation, "_id">): Promise<number> {
  return await BookedSlotModel.countDocuments({ reservation: _id });
}

/** The ledger of a reservation as `type: amount`, summed by type. */
export async function ledgerOf({ _id }: Pick<Reservation, "_id">): Promise<Record<string, number>> {
  const entries = await LedgerEntryModel.find({ reservation: _id }).lean();
  const sums: Record<string, number> = {};
  for (const { type, amount } of entries) sums[type] = (sums[type] ?? 0) + amount;
  return sums;
}

/** The subjects of the mails that a person was sent, in order. */
export async function subjectsTo({ email }: Pick<User, "email">): Promise<string[]> {
  const mails = await MailModel.find({ to: email }).sort({ createdAt: 1, _id: 1 }).lean();
  return mails.map(({ subject }) => subject);
}

/**
 * What is queued, or queued of one reservation, left at once, as it does where a worker runs: owners were asked for the answers
 * that they did not give.
 */
export async function mailsLeft(of?: Pick<Reservation, "_id">): Promise<void> {
  const queued = { status: "queued", ...(of && { about: of._id.toString() }) } as const;
  for (const { _id, createdAt } of await MailModel.find(queued).lean()) {
    await MailModel.updateOne({ _id }, { $set: { status: "sent", sentAt: createdAt } });
  }
}
