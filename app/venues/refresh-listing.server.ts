import { trusted, Types, type ClientSession } from "mongoose";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";

/**
 * Brings `listed` and `searchable` of an owner's venues in line with the owner: they are listed
 * while the owner has a payment account and is neither banned nor deleted, and they are not suspended. To be called in the
 * transaction that changes any of that; the caller bumps the content version after it.
 */
export async function refreshListing(ownerId: string, session?: ClientSession): Promise<void> {
  const owner = await UserModel.findById(
    ownerId,
    { stripeStats: 1, bannedAt: 1, deletedAt: 1 },
    { session },
  ).lean();
  const listed = Boolean(owner?.stripeStats && !owner.bannedAt && !owner.deletedAt);
  const userId = new Types.ObjectId(ownerId);
  const not = trusted({ $exists: false });
  const present = { userId, deletedAt: not, suspendedAt: not };
  const set = async (filter: object, values: { listed: boolean; searchable: boolean }) => {
    await VenueModel.updateMany(filter, { $set: values }, { session });
  };
  await set({ ...present, status: "available" }, { listed, searchable: listed });
  await set({ ...present, status: "unavailable" }, { listed, searchable: false });
  const hidden = { listed: false, searchable: false };
  await set({ userId, deletedAt: trusted({ $exists: true }) }, hidden);
  await set({ userId, suspendedAt: trusted({ $exists: true }) }, hidden);
}
