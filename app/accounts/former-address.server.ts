import { trusted, Types } from "mongoose";
import { MailModel } from "@models/mail";
import { storedEmail } from "~/platform/stored-email";

const KEY = /^email-changed:([0-9a-f]{24}):/;

/**
 * The accounts that had an address before another one, by the letter that told it so: whoever was taken over writes
 * from there.
 */
export async function formerlyAt(email: string): Promise<Types.ObjectId[]> {
  const told = { to: storedEmail(email), key: trusted({ $regex: KEY.source }) };
  const mails = await MailModel.find(told, "key").sort({ _id: 1 }).lean();
  const ids = mails.flatMap(({ key }) => KEY.exec(key)?.[1] ?? []);
  return [...new Set(ids)].map((id) => new Types.ObjectId(id));
}
