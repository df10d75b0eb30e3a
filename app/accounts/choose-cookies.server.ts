import { z } from "zod";
import { UserModel } from "@models/user";

/** The banner's form: which button was pressed, and the page it stood on. */
export const cookieForm = z.object({
  choice: z.enum(["all", "essential"]),
  returnTo: z.string().max(2_000).optional(),
});

/** Saves whether an account accepts the cookies that third parties set. */
export async function chooseCookies(userId: string, accepted: boolean): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { cookiesSet: accepted } });
}
