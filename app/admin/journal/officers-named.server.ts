import { trusted, type Types } from "mongoose";
import { ADMIN_ROLES } from "@models/enumerations";
import { UserModel } from "@models/user";
import { containing } from "../lists/search.server";

/** Of so many administrators at most is asked what they did. */
const MOST = 100;

/** For a list's filter: what was done by the administrators whose name or address holds a text. */
export async function byOfficers(text: string) {
  const words = text.split(/\s+/).map(containing);
  const officers = await UserModel.find(
    {
      adminRole: trusted({ $in: ADMIN_ROLES }),
      $and: words.map((word) => ({ $or: [{ name: word }, { lastname: word }, { email: word }] })),
    },
    "_id",
  )
    .limit(MOST)
    .lean<{ _id: Types.ObjectId }[]>();
  return { admin: trusted({ $in: officers.map(({ _id }) => _id) }) };
}
