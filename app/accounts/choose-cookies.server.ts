import { trusted } from "mongoose";
import { z } from "zod";
import { UserModel } from "@models/user";

/** The banner's form: which button was pressed, and the page it stood on. */
export const cookieForm = z.object({
  choice: z.enum(["all", "essential"]),
  returnTo: z.string().max(2_000).optional(),
});

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
