import { trusted, type Types } from "mongoose";
import { inTransaction } from "~/platform/database.server";
import { CaseSettlementModel } from "./case-settlement";
import { forgetFormer } from "./forget-former";
import { PaymentCaseModel, type PaymentCase } from "./payment-case";
import { ReservationModel } from "./reservation";
import { ReviewModel } from "./review";
import { spellDomains } from "./spell-domains";
import { UserModel } from "./user";

/** Brings what is stored up to what the product reads now. Safe to run again. */
export async function migrate(): Promise<void> {
  await giveRoles();
  await nameOrganisations();
  await noteWhoWasActive();
  await noteGivenUp();
  await forgetFormer();
  await spellDomains();
}

/** Administrators from before there were roles could do everything, and still may. */
async function giveRoles(): Promise<void> {
  await inTransaction(async (transaction) => {
    await UserModel.updateMany(
      { isAdmin: true, adminRole: trusted({ $exists: false }) },
      { $set: { adminRole: "super-admin" } },
    ).session(transaction);
  });
}

/**
 * A review of an organisation's stood under its contact person's name, with the organisation's beside it, as it was called then:
 * it has the name of today. Where the account has none, what stands there is right: it is a person's by now, or was closed.
 */
async function nameOrganisations(): Promise<void> {
  // The schema knows the field no more, and refuses what it does not know.
  const former = { authorEntity: { $exists: true } };
  const $unset = { authorEntity: 1 } as const;
  const authors = (await ReviewModel.collection.distinct("author", former)) as Types.ObjectId[];
  for (const author of authors) {
    // Processes of the release before may be writing still: read and written at once, nobody's name is put back.
    await inTransaction(async (session) => {
      const user = await UserModel.findById(author, "entityName").session(session).lean();
      const named = user?.entityName ? { $set: { authorName: user.entityName } } : {};
      const theirs = { author, ...former };
      await ReviewModel.collection.updateMany(theirs, { ...named, $unset }, { session });
    });
  }
}

/**
 * An account that Stripe looked at again was `pending` like one that never was active, and its owner told nothing: whoever was
 * paid for there was active, and the next reading finds the account limited, and says so.
 */
async function noteWhoWasActive(): Promise<void> {
  const there = trusted({ $exists: true });
  const unknown = {
    stripeStats: "pending",
    accountId: there,
    deletedAt: trusted({ $exists: false }),
    "accountReadings.wasActive": trusted({ $ne: true }),
  } as const;
  const waiting = UserModel.find(unknown, "accountId").lean();
  for await (const { _id, accountId } of waiting.cursor()) {
    const paid = await ReservationModel.exists({ ownerId: _id, accountId, paidAt: there });
    if (!paid) continue;
    await UserModel.updateOne({ _id, accountId }, { $set: { "accountReadings.wasActive": true } });
  }
}

/**
 * Of a refund's case that was put away it was not kept how many cents go to the card no more: all of its amount, where it is
 * still open as it was put away, and nothing else keeps the same cents back. Else they went back, or somebody sees to them.
 * One that a dispute kept back waits again: its buyer was told that the refund goes once the bank has decided, and who put
 * it away, that it leaves the queue.
 */
async function noteGivenUp(): Promise<void> {
  const kinds = ["refund_refused", "refund_failing", "refund_disputed"] as const;
  const absent = trusted({ $exists: false });
  const open = await PaymentCaseModel.find({
    kind: trusted({ $in: kinds }),
    closedAt: absent,
  }).lean();
  const settledAs = ({ _id, since, amount, reason }: PaymentCase) => ({
    _id: `payment:${_id}`,
    mark: `${since.getTime()} ${amount} ${reason}`,
  });
  for (const one of open) {
    if (one.kind !== "refund_disputed") continue;
    await CaseSettlementModel.deleteOne({ ...settledAs(one), givenUp: absent });
  }
  const waiting = new Set<string>();
  for (const one of open) {
    if (!(await CaseSettlementModel.exists(settledAs(one)))) waiting.add(one.paymentIntentId);
  }
  for (const one of open) {
    if (waiting.has(one.paymentIntentId)) continue;
    const untold = { ...settledAs(one), givenUp: absent };
    await CaseSettlementModel.updateOne(untold, { $set: { givenUp: one.amount } });
  }
}
