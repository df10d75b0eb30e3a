import { trusted } from "mongoose";
import { UserModel } from "@models/user";
import { STILL_OPEN } from "~/accounts/keep-account-open.server";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { readAccount, type ReadAccount } from "./connected-account.server";
import { untilOutage } from "./until-outage.server";

/** So many owners' accounts are read in one night. */
const A_NIGHT = 500;
/** From so many on it is no accident that more of a turn's accounts are gone than there. */
const GONE_TOGETHER = 5;

/**
 * Asks Stripe about owners' accounts, those first that were asked about longest ago: what is stored of them would otherwise stay as
 * it was derived when it was last told of, by an event that was lost since or by rules of before. That accounts are gone is
 * written down once it is known that most are there: with another platform's key Stripe says it of each.
 *
 * @throws AggregateError once the others had their turn, of those that could not be read
 * @throws Error where the key seems to be another platform's: of those that are gone nothing is changed
 */
export async function syncAccounts(): Promise<void> {
  const owners = await UserModel.find(
    { accountId: trusted({ $exists: true }), ...STILL_OPEN },
    { accountId: 1 },
  )
    .sort({ "accountReadings.at": 1, _id: 1 })
    .limit(A_NIGHT)
    .lean();
  const gone: (ReadAccount & { accountId: string })[] = [];
  let present = 0;
  const read = untilOutage(async ({ accountId = "" }: { accountId?: string }) => {
    if (present === 0 && gone.length === GONE_TOGETHER) return;
    const account = await readAccount(accountId);
    if (!account) return;
    if (account.isGone) return void gone.push({ ...account, accountId });
    present += 1;
    await account.write();
  });
  const options = {
    ...{ concurrency: 1, failure: "owner's account not read" },
    name: ({ accountId }: { accountId?: string }) => accountId,
  };
  const errors = await pMapLogged(owners, read, options);
  if (gone.length >= GONE_TOGETHER && gone.length > present) {
    throw new Error(
      `Stripe knows nothing of ${gone.length} owners' accounts, which stay as they were. Is the key another platform's?`,
    );
  }
  errors.push(...(await pMapLogged(gone, ({ write }) => write(), options)));
  const closed = untilOutage(async ({ accountId = "" }: { accountId?: string }) => {
    await (await readAccount(accountId))?.write();
  });
  errors.push(...(await pMapLogged(await heldThoughClosed(), closed, options)));
  if (errors.length > 0)
    throw new AggregateError(errors, "Some owners' accounts could not be read");
}

/** Accounts that were closed while they were banned: that nothing is paid out of them has still to be so. */
async function heldThoughClosed(): Promise<{ accountId?: string }[]> {
  // By one field alone, or the embedded engine would look through all users.
  const held = await UserModel.find({ payoutHold: "held" }, "accountId deletedAt").lean();
  return held.filter(({ deletedAt }) => deletedAt);
}
