import { randomUUID } from "node:crypto";
import { trusted, type ClientSession, type Types } from "mongoose";
import { ImageModel, type Image, type ImagePurpose } from "@models/image";
import { LeftoverModel } from "@models/leftover";
import { UserModel, type User } from "@models/user";
import { eachUntilAway } from "~/platform/concurrency/p-map.server";
import { deleteImage } from "~/platform/images/images.server";
import { endAccessTo } from "~/platform/api-token.server";
import { leave } from "~/platform/leftovers.server";
import { closedAddress } from "./email-address";
import { forgetSecondFactor } from "./second-factor.server";
import { hashPassword } from "./password.server";

/** What an account keeps: its id, its dates, its kind, and what ties the books to Stripe. */
const ERASED = [
  "dateOfBirth",
  "entityName",
  "siret",
  "RNA",
  "INSEE",
  "vatRegime",
  "vatRegimeAt",
  "vatNumber",
  "phone",
  "avatar",
  "street",
  "postalCode",
  "city",
  "country",
  "cookiesSet",
  "cookiesSetOn",
  "cookiesOf",
  "spondorshipCode",
  "link_id",
  "linkedAt",
  "masterStatus",
  "masterRefusal",
  "stripeStatsAt",
  "banReason",
  "verification",
  "reset",
  "emailChange",
] as const satisfies readonly (keyof User)[];

/** What an anonymised account is called where a name must stand. */
export const FORMER_MEMBER = { name: "Ancien", lastname: "membre" } as const;

/**
 * Takes everything personal off an account, in the caller's transaction: the account stays as the
 * one that the books speak of, and nobody can log in to it any more. Its sessions, its API tokens and its links
 * to other accounts go too. Its images are left to the job `erase-images` (`eraseForgottenImages`), after the commit.
 */
export async function anonymiseAccount(
  user: Pick<User, "_id">,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const id = user._id.toString();
  const anonymous = {
    ...FORMER_MEMBER,
    tag: `ancien-membre-${id}`,
    email: closedAddress(randomUUID()),
    passwordHash: await hashPassword(randomUUID()),
    deletedAt: now,
  };
  await UserModel.updateOne(
    { _id: user._id },
    { $set: anonymous, $unset: Object.fromEntries(ERASED.map((field) => [field, 1])) },
  ).session(transaction);
  await UserModel.updateMany(
    { link_id: user._id },
    { $unset: { link_id: 1, linkedAt: 1 } },
  ).session(transaction);
  await endAccessTo(user._id, transaction);
  await forgetSecondFactor(user._id, transaction);
  await leave({ kind: "images", account: user._id }, transaction);
}

/** What an account's own images are for; those that an administrator put into the gallery are the site's. */
const OWN_PURPOSES: ImagePurpose[] = ["avatar", "venue"];
const OWN = trusted({ $in: OWN_PURPOSES });

type Closed = Pick<Image, "_id"> & { account: Types.ObjectId };

/**
 * Erases every image of closed accounts' own: of one that was just closed, of which nobody is shown them any more, and what
 * was not erased before. One that cannot be erased keeps no other; it ends at an outage of the bucket.
 *
 * @throws AggregateError once the others had their turn, of the images that were not erased
 */
export async function eraseForgottenImages(): Promise<void> {
  const closed = await LeftoverModel.find({ kind: "images" }, "account").lean<Closed[]>();
  if (closed.length === 0) return;
  const own = { owner: trusted({ $in: closed.map(({ account }) => account) }), purpose: OWN };
  const left = await ImageModel.find(own, "_id").lean();
  const erase = ({ _id }: Pick<Image, "_id">) => deleteImage(_id, { tells: true });
  const failure = "image of a closed account not erased";
  const errors = await eachUntilAway(left, erase, { failure });
  const still = new Set((await ImageModel.distinct("owner", own)).map(String));
  // What is sent while its account is closed is a draft that nothing shows, which is swept as any other.
  const done = closed.filter(({ account }) => !still.has(account.toString()));
  for (const { _id } of done) await LeftoverModel.deleteOne({ _id });
  if (errors.length > 0)
    throw new AggregateError(errors, "Some images of closed accounts were not erased");
}
