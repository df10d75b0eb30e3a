import { trusted, type Types } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { MailModel } from "@models/mail";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { addMonths, parisMidnight, todayInParis } from "~/platform/days";

/** For how many months a message is kept after the last word, its own or an answer (decision 047). */
const KEPT_MONTHS = 36;

/** Deletes the messages of the contact page whose last word is three years old, with what is left of their mails. */
export async function forgetMessages(now: Date): Promise<void> {
  const before = parisMidnight(addMonths(todayInParis(now), -KEPT_MONTHS));
  const due = {
    createdAt: trusted({ $lt: before }),
    "answers.at": trusted({ $not: { $gte: before } }),
  };
  const found = await ContactMessageModel.find(due, "_id").lean<{ _id: Types.ObjectId }[]>();
  const forget = ({ _id }: { _id: Types.ObjectId }) =>
    inTransaction(async (transaction) => {
      const { deletedCount } = await ContactMessageModel.deleteOne({ _id, ...due }).session(
        transaction,
      );
      if (deletedCount === 0) return;
      for (const about of ["contact", "contact-answer"]) {
        const key = trusted({ $regex: `^${about}:${_id.toString()}:` });
        await MailModel.deleteMany({ key }).session(transaction);
      }
    });
  await pMapLogged(found, forget, { concurrency: 1, failure: "message not forgotten" });
}
