import { trusted } from "mongoose";
import { UserModel } from "@models/user";
import { STILL_OPEN } from "~/accounts/keep-account-open.server";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { syncAccount } from "./connected-account.server";
import { untilOutage } from "./until-outage.server";

/** So many owners' accounts are read in one night. */
const A_NIGHT = 500;

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
  const read = untilOutage(async ({ accountId = "" }: { accountId?: string }) => {
    await syncAccount(accountId);
  });
  const errors = await pMapLogged(owners, read, {
    concurrency: 1,
    failure: "owner's account not read",
  });
  if (errors.length > 0)
    throw new AggregateError(errors, "Some owners' accounts could not be read");
}
