import { trusted } from "mongoose";
import { UserModel } from "@models/user";
import { STILL_OPEN } from "~/accounts/keep-account-open.server";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { Refusal } from "~/platform/refusal";
import { syncAccount } from "./connected-account.server";

/** So many owners' accounts are read in one night. */
const A_NIGHT = 500;

/** So many questions in a row that Stripe did not answer are an outage: the others keep their turn for the next night. */
const UNANSWERED = 3;

/**
 * Asks Stripe about owners' accounts, those first that were asked about longest ago: what is stored of them would otherwise stay as
 * it was derived when it was last told of, by an event that was lost since or by rules of before.
 *
 * @throws AggregateError once the others had their turn, of those that could not be read
 */
export async function syncAccounts(): Promise<void> {
  const owners = await UserModel.find(
    { accountId: trusted({ $exists: true }), ...STILL_OPEN },
    { accountId: 1 },
  )
    .sort({ "accountReadings.at": 1, _id: 1 })
    .limit(A_NIGHT)
    .lean();
  let unanswered = 0;
  const read = async ({ accountId = "" }: { accountId?: string }) => {
    if (unanswered === UNANSWERED) return;
    try {
      await syncAccount(accountId);
      unanswered = 0;
    } catch (error) {
      const isOutage = error instanceof Refusal && error.code === "unavailable";
      unanswered = isOutage ? unanswered + 1 : 0;
      throw error;
    }
  };
  const errors = await pMapLogged(owners, read, {
    concurrency: 1,
    failure: "owner's account not read",
  });
  if (errors.length > 0)
    throw new AggregateError(errors, "Some owners' accounts could not be read");
}
