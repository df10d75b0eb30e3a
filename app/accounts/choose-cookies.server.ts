import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { STILL_OPEN } from "./keep-account-open.server";

/**
 * Saves whether an account accepts the cookies that third parties set.
 *
 * @returns whether that changed anything; a first choice always does
 * @throws Refusal("not_found") when there is no such account, or it was closed
 */
export async function chooseCookies(userId: string, accepted: boolean): Promise<boolean> {
  const { matchedCount, modifiedCount } = await UserModel.updateOne(
    { _id: userId, ...STILL_OPEN },
    { $set: { cookiesSet: accepted } },
  );
  if (matchedCount === 0) throw new Refusal("not_found");
  return modifiedCount > 0;
}
