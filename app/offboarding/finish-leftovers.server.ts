import { trusted, type Types } from "mongoose";
import { LEFTOVER_KINDS, LeftoverModel, type Leftover, type Rest } from "@models/leftover";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { moveSentMails } from "~/accounts/change-email.server";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { deleteAll } from "~/platform/delete-all.server";
import { forgetBodiesAbout } from "~/platform/mail/mail.server";
import { mailsThere } from "~/platform/mail/mails-there.server";
import { forgetDays } from "~/venues/forget-calendars.server";

/** Of so many reservations the mails are looked at together. */
const BATCH = 200;

/** Those that are done here: of a kind that a later release has left that one does what is to be done. */
const DONE_HERE = LEFTOVER_KINDS.filter((kind) => kind !== "images");

type Left = Pick<Leftover, "_id" | "at"> & Exclude<Rest, { kind: "images" }>;

/**
 * Does what closings, erasures, deletions of venues and changes of address have left, the first of them first: a mail that follows its
 * account is there when that account is forgotten. What is done twice is done once.
 *
 * @throws AggregateError once the others had their turn, of those that stay for another one
 */
export async function finishLeftovers(): Promise<void> {
  const left = await LeftoverModel.find({ kind: trusted({ $in: DONE_HERE }) })
    .sort({ _id: 1 })
    .lean<Left[]>();
  const finishOne = async (one: Left) => {
    await finish(one);
    await LeftoverModel.deleteOne({ _id: one._id });
  };
  const options = { concurrency: 1, failure: "what was left is not done" };
  const errors = await pMapLogged(left, finishOne, options);
  if (errors.length > 0) throw new AggregateError(errors, "Some of what was left is not done");
}

async function finish(one: Left): Promise<void> {
  switch (one.kind) {
    case "mails":
      return await forgetMailsTo(one.address, one.at);
    case "moved-mails":
      return await moveSentMails(one);
    case "bodies":
      return await forgetBodiesOf(one.account);
    case "days":
      return await forgetDays(one.blocks);
  }
}

/** Not those that are queued: whoever forgets an address may say a last word to it. */
async function forgetMailsTo(to: string, until: Date): Promise<void> {
  await deleteAll(MailModel, {
    ...mailsThere(to, until),
    status: trusted({ $in: ["sent", "failed"] as const }),
  });
}

/**
 * What the other side of somebody's reservations was written, names its people, and did not arrive; and, of what they let, who
 * they were in the contract, which is on the receipts of what was paid.
 */
async function forgetBodiesOf(person: Types.ObjectId): Promise<void> {
  for (const whose of [{ userId: person }, { ownerId: person }]) {
    const found = await ReservationModel.find(whose, "_id").lean<{ _id: Types.ObjectId }[]>();
    for (let start = 0; start < found.length; start += BATCH) {
      const some = found.slice(start, start + BATCH).map(({ _id }) => _id);
      await inTransaction(async (transaction) => {
        await forgetBodiesAbout(
          some.map((id) => id.toString()),
          transaction,
        );
        if (!("ownerId" in whose)) return;
        await ReservationModel.updateMany(
          { _id: trusted({ $in: some }) },
          { $unset: { lessor: 1 } },
        ).session(transaction);
      });
    }
  }
}
