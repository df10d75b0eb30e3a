import { Types, type ClientSession } from "mongoose";
import { updateAndRead } from "@models/engine";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";

/** What decides of an owner whether their venues are seen. */
type Seen = Pick<User, "stripeStats" | "bannedAt" | "deletedAt">;

/** The fields that say so. */
const SEEN = "stripeStats bannedAt deletedAt";

/**
 * An owner as `areSearchable` asks for, and as they stay until the caller's transaction is committed: written to, so that
 * what changes them meanwhile starts again and finds the venue as that leaves it.
 */
export async function keptAsSeen(
  ownerId: string | Types.ObjectId,
  transaction: ClientSession,
): Promise<Seen | null> {
  const once = { $inc: { lock: 1 } };
  return await updateAndRead(UserModel, { _id: ownerId }, once, {
    session: transaction,
    fields: SEEN,
  });
}

/** Whether an owner's venues have a page: with a payment account, and while the owner is neither banned nor gone. */
function areListed(owner: Seen | null): boolean {
  return Boolean(owner?.stripeStats && !owner.bannedAt && !owner.deletedAt);
}

/** Whether an owner's venues are found: while their payment account can be paid. Until then their pages say so. */
export function areSearchable(owner: Seen | null): boolean {
  return areListed(owner) && owner?.stripeStats === "active";
}

/**
 * Brings `listed` and `searchable` of an owner's venues in line with the owner, unless they are suspended. To be called
 * in the transaction that changes any of that, and so writes to the owner, or else keeps them (`keptAsSeen`); the caller
 * bumps the content version after it.
 */
export async function refreshListing(ownerId: string, session?: ClientSession): Promise<void> {
  const owner = await UserModel.findById(ownerId, SEEN, { session }).lean();
  const listed = areListed(owner);
  const userId = new Types.ObjectId(ownerId);
  const present = { userId, deletedAt: NOT_SET, suspendedAt: NOT_SET };
  const set = async (filter: object, values: { listed: boolean; searchable: boolean }) => {
    await VenueModel.updateMany(filter, { $set: values }, { session });
  };
  await set({ ...present, status: "available" }, { listed, searchable: areSearchable(owner) });
  await set({ ...present, status: "unavailable" }, { listed, searchable: false });
  const hidden = { listed: false, searchable: false };
  await set({ userId, deletedAt: IS_SET }, hidden);
  await set({ userId, suspendedAt: IS_SET }, hidden);
}
