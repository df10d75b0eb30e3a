import { Types } from "mongoose";
import { UserModel } from "@models/user";
import { storedEmail } from "~/platform/stored-email";

/** What belongs to an account that there is not. */
const NOBODY = new Types.ObjectId("0".repeat(24));

/** The account of a whole e-mail, for a list of what is theirs; without one nothing is found. */
export async function accountOf(email: string): Promise<Types.ObjectId> {
  const user = await UserModel.findOne({ email: storedEmail(email) }, "_id").lean();
  return user?._id ?? NOBODY;
}
