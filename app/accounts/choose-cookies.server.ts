import { UserModel } from "@models/user";
import { standingChoice } from "~/platform/cookie-choice";
import { cookieProvider } from "~/platform/cookie-provider.server";
import { inTransaction } from "~/platform/database.server";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { STILL_OPEN } from "./keep-account-open.server";

/**
 * Saves whether an account accepts the cookies that third parties set, from today on, and who they are.
 *
 * @param named whose the person was asked about: a page may be older than who sets them now, and a yes to it is to nobody then
 * @returns whether that changed anything; a first choice always does, and one made anew after its time
 * @throws Refusal("not_found") when there is no such account, or it was closed
 */
export async function chooseCookies(
  userId: string,
  accepted: boolean,
  named: string | undefined,
  now: Date,
): Promise<boolean> {
  const today = todayInParis(now);
  const provider = cookieProvider();
  return await inTransaction(async (session) => {
    const open = { _id: userId, ...STILL_OPEN };
    const user = await UserModel.findOne(open, "cookiesSet cookiesSetOn cookiesOf")
      .session(session)
      .lean();
    if (!user) throw new Refusal("not_found");
    const before = standingChoice(user, today, provider);
    const cookiesOf = named === provider ? provider : undefined;
    const chosen = { cookiesSet: accepted, cookiesSetOn: today };
    const after = standingChoice({ ...chosen, cookiesOf }, today, provider);
    // A yes from before anybody was named takes nothing from one that was given since.
    if (before === true && after === undefined) return false;
    const update = cookiesOf
      ? { $set: { ...chosen, cookiesOf } }
      : { $set: chosen, $unset: { cookiesOf: 1 } };
    await UserModel.updateOne({ _id: userId }, update).session(session);
    return before !== after;
  });
}
