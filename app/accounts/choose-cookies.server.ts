import { readAndUpdate } from "@models/engine";
import { UserModel } from "@models/user";
import { standingChoice } from "~/platform/cookie-choice";
import { inTransaction } from "~/platform/database.server";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { STILL_OPEN } from "./keep-account-open.server";

/**
 * Saves whether an account accepts the cookies that third parties set, from today on.
 *
 * @returns whether that changed anything; a first choice always does, and one made anew after its time
 * @throws Refusal("not_found") when there is no such account, or it was closed
 */
export async function chooseCookies(
  userId: string,
  accepted: boolean,
  now: Date,
): Promise<boolean> {
  const today = todayInParis(now);
  const before = await inTransaction((session) =>
    readAndUpdate(
      UserModel,
      { _id: userId, ...STILL_OPEN },
      { $set: { cookiesSet: accepted, cookiesSetOn: today } },
      { session, fields: "cookiesSet cookiesSetOn" },
    ),
  );
  if (!before) throw new Refusal("not_found");
  return standingChoice(before, today) !== accepted;
}
