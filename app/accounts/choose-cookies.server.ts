import { trusted } from "mongoose";
import { UserModel } from "@models/user";

/**
 * Saves whether an account accepts the cookies that third parties set.
 *
 * @returns whether that changed anything; a first choice always does
 */
export async function chooseCookies(userId: string, accepted: boolean): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: userId, cookiesSet: trusted({ $ne: accepted }) },
    { $set: { cookiesSet: accepted } },
  );
  return modifiedCount > 0;
}
