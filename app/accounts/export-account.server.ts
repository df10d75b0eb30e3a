import { Types } from "mongoose";
import { ApiTokenModel } from "@models/api-token";
import { ImageModel } from "@models/image";
import { MailModel } from "@models/mail";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { each } from "~/platform/each.server";
import { Refusal } from "~/platform/refusal";

/** Hashes of secrets, of no use to their holder and of some to a thief of the file; and what says nothing. */
const NOT_THE_HOLDERS =
  "-passwordHash -verification -reset -emailChange.seed -lock -accountReadings -customerUntold";

/** Of an account that accepted the terms before it was kept which text that was, or that never did. */
const NOT_KEPT = "non enregistrée";

/**
 * Everything an account itself holds, as plain values: the account, its sessions and API tokens, its
 * pictures, the mails that were sent to it. Pictures and mails are read while they are written.
 *
 * @throws Refusal("not_found")
 */
export async function exportAccount(userId: string) {
  const id = new Types.ObjectId(userId);
  const account = await UserModel.findById(id, NOT_THE_HOLDERS).lean();
  if (!account) throw new Refusal("not_found");
  return {
    account: { ...account, termsVersion: account.termsVersion ?? NOT_KEPT },
    sessions: await SessionModel.find(
      { userId: id },
      "-_id createdAt lastUsedAt expiresAt userAgent",
    ).lean(),
    tokens: await ApiTokenModel.find({ userId: id }, "-_id -userId -hash").lean(),
    images: withPaths(id),
    mails: each(
      MailModel.find({ to: account.email }, "-_id to subject status sentAt createdAt").lean(),
    ),
  };
}

async function* withPaths(owner: Types.ObjectId) {
  const images = ImageModel.find({ owner }, "purpose width height createdAt").sort({ _id: 1 });
  for await (const image of each(images.lean())) {
    yield { ...image, path: `/images/${image._id.toString()}/1920.webp` };
  }
}
