import { randomUUID } from "node:crypto";
import { trusted, type ClientSession, type Types } from "mongoose";
import { ImageModel } from "@models/image";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { deleteImage } from "~/platform/images.server";
import { endSessionsOf } from "~/platform/session.server";
import { hashPassword } from "./password.server";

/** What an account keeps: its id, its dates, its kind, and what ties the books to Stripe. */
const ERASED = [
  "dateOfBirth",
  "entityName",
  "siret",
  "RNA",
  "INSEE",
  "phone",
  "avatar",
  "street",
  "postalCode",
  "city",
  "country",
  "cookiesSet",
  "spondorshipCode",
  "link_id",
  "masterStatus",
  "masterRefusal",
  "verification",
  "reset",
] as const satisfies readonly (keyof User)[];

/** What an anonymised account is called where a name must stand. */
export const FORMER_MEMBER = { name: "Ancien", lastname: "membre" } as const;

/**
 * Takes everything personal off an account, in the caller's transaction: the account stays as the
 * one that the books speak of, and nobody can log in to it any more. Its sessions, its mails and its
 * links to other accounts go too.
 *
 * @returns its images, whose bytes the caller erases with `eraseImages` after the commit
 */
export async function anonymiseAccount(
  user: Pick<User, "_id" | "email">,
  now: Date,
  transaction: ClientSession,
): Promise<Types.ObjectId[]> {
  const id = user._id.toString();
  const anonymous = {
    ...FORMER_MEMBER,
    tag: `ancien-membre-${id}`,
    // A domain that can never receive mail.
    email: `${id}@compte-ferme.invalid`,
    passwordHash: await hashPassword(randomUUID()),
    deletedAt: now,
  };
  await UserModel.updateOne(
    { _id: user._id },
    { $set: anonymous, $unset: Object.fromEntries(ERASED.map((field) => [field, 1])) },
  ).session(transaction);
  await UserModel.updateMany({ link_id: user._id }, { $unset: { link_id: 1 } }).session(
    transaction,
  );
  await endSessionsOf(user._id, { transaction });
  await MailModel.deleteMany({ to: user.email }).session(transaction);
  const images = await ImageModel.find({ owner: user._id }, "_id").session(transaction).lean();
  const ids = images.map((image) => image._id);
  await ImageModel.deleteMany({ _id: trusted({ $in: ids }) }).session(transaction);
  return ids;
}

/** Erases the bytes of images whose documents are gone. */
export async function eraseImages(ids: readonly Types.ObjectId[]): Promise<void> {
  for (const id of ids) await deleteImage(id);
}
