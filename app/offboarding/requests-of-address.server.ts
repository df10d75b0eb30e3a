import { trusted, type ClientSession, type QueryFilter } from "mongoose";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { UserModel } from "@models/user";
import { NOT_SET } from "~/platform/not-set.server";

/**
 * The requests about data that are an address's own: not those of an open account that has another address since, which go on
 * with it whoever has the former one now (decisions/050).
 */
export async function requestsOfAddress(
  email: string,
  transaction: ClientSession | null,
): Promise<QueryFilter<PrivacyRequest> & { email: string }> {
  const all = await PrivacyRequestModel.find({ email }, "user").session(transaction).lean();
  const moved = await UserModel.find(
    {
      _id: trusted({ $in: all.flatMap(({ user }) => user ?? []) }),
      email: trusted({ $ne: email }),
      deletedAt: NOT_SET,
    },
    "_id",
  )
    .session(transaction)
    .lean();
  return { email, user: trusted({ $nin: moved.map(({ _id }) => _id) }) };
}
