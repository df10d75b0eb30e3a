/** What Stripe pays out of the balances of owners who are banned: nothing, until the ban is taken back. */
import { enqueue } from "@jobs/queue";
import { trusted } from "mongoose";
import { updateAndRead } from "@models/engine";
import { UserModel, type PayoutSchedule, type User } from "@models/user";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { isAway } from "~/platform/database-errors.server";
import { NOT_SET } from "~/platform/not-set.server";
import { stuckError } from "~/platform/stuck";
import { callStripe, isAccountGone } from "./gateway.server";
import { BY_HAND, EACH_DAY, paysByItself, scheduleOf } from "./payout-schedule";
import { untilOutage } from "./until-outage.server";

const IS_SET = trusted({ $exists: true });

type Concerned = Pick<User, "_id" | "accountId" | "bannedAt" | "payoutHold">;
const FIELDS = "accountId bannedAt payoutHold";

/** Whose account at Stripe is not known to be as the ban, or its end, wants it. */
async function due(): Promise<Concerned[]> {
  // Each by one field alone, or the embedded engine would look through all users.
  const banned = await UserModel.find({ bannedAt: IS_SET }, FIELDS).lean();
  const held = await UserModel.find({ payoutHold: IS_SET }, FIELDS).lean();
  return [
    ...banned.filter(({ accountId, payoutHold }) => accountId && payoutHold !== "held"),
    ...held.filter(({ accountId, bannedAt }) => accountId && !bannedAt),
  ];
}

/**
 * Has Stripe stop paying out by itself what is on the accounts of banned owners, and pay it out as before once the ban is taken
 * back. What an owner's ban says is the work, so that no process that ends leaves any of it undone. An
 * account that is closed while it is banned stays so: what is on it is for a person to see to.
 *
 * @throws AggregateError once the others had their turn, of those that Stripe was not told of; it names whose Stripe refused
 */
export async function holdPayouts(): Promise<void> {
  const stuck: string[] = [];
  const tell = untilOutage(async ({ _id }: Pick<User, "_id">) => {
    try {
      await tellStripe(_id);
    } catch (error) {
      if (!isAway(error)) stuck.push(`user:${_id.toString()}`);
      throw error;
    }
  });
  const options = { concurrency: 1, failure: "payouts neither held nor let go" };
  const errors = await pMapLogged(await due(), tell, options);
  const told = "Some payouts were neither held nor let go";
  if (stuck.length > 0) throw stuckError(errors, told, stuck);
  if (errors.length > 0) throw new AggregateError(errors, told);
}

/**
 * Has it told again that nothing is paid out to who is banned, where it had heard of that and says otherwise by now: its own pages may
 * let an owner choose when they are paid.
 */
export async function holdAgain(accountId: string): Promise<void> {
  const isHeld = { accountId, bannedAt: IS_SET, payoutHold: "held" } as const;
  const { modifiedCount } = await UserModel.updateOne(isHeld, ASKED);
  if (modifiedCount > 0) await enqueue("hold-payouts");
}

const ASKED = { $set: { payoutHold: "asked" } } as const;

/**
 * Tells Stripe what is so of one owner at this moment. That it is told is written down before, and what it was told after: whoever
 * ends in between is followed by the next turn. So is the later of two who told it at once, for nobody knows whom Stripe heard last.
 */
async function tellStripe(_id: User["_id"]): Promise<void> {
  const user = await inTransaction((session) =>
    updateAndRead<User>(UserModel, { _id, accountId: IS_SET }, ASKED, {
      session,
      fields: "accountId bannedAt payoutsBefore",
    }),
  );
  if (!user?.accountId) return;
  const { accountId, bannedAt, payoutsBefore } = user;
  const isSeen = await ifSeen(async () => {
    if (bannedAt && !payoutsBefore) await keepSchedule(user);
    await setPayouts(accountId, bannedAt ? BY_HAND : (payoutsBefore ?? EACH_DAY));
  });
  if (!isSeen) return;
  const isAsked = { _id, accountId, payoutHold: "asked" } as const;
  const { matchedCount } = bannedAt
    ? await UserModel.updateOne(isAsked, { $set: { payoutHold: "held" } })
    : await UserModel.updateOne(
        // Of a ban that came meanwhile: it has to know how it was before.
        { ...isAsked, bannedAt: NOT_SET },
        { $unset: { payoutHold: 1, payoutsBefore: 1 } },
      );
  if (matchedCount === 0) await UserModel.updateOne({ _id, accountId }, ASKED);
}

/**
 * Keeps when Stripe paid out before the ban, for its end: once it is told of the ban it says so no more. That it pays out by hand is
 * not kept: it may have been told before, which a database that was put back does not know, and nothing would be paid out ever after.
 */
async function keepSchedule({
  _id,
  accountId = "",
}: Pick<User, "_id" | "accountId">): Promise<void> {
  const account = await callStripe((stripe) => stripe.accounts.retrieve(accountId));
  if (!paysByItself(account)) return;
  await UserModel.updateOne(
    { _id, accountId, payoutsBefore: NOT_SET },
    { $set: { payoutsBefore: scheduleOf(account) } },
  );
}

async function setPayouts(accountId: string, schedule: PayoutSchedule): Promise<void> {
  const settings = { payouts: { schedule } };
  await callStripe((stripe) => stripe.accounts.update(accountId, { settings }));
}

/**
 * @returns false: Stripe lets the platform see the account no more. With another platform's key it says so of each, and so it is
 *   asked again at each turn
 */
async function ifSeen(tell: () => Promise<void>): Promise<boolean> {
  try {
    await tell();
    return true;
  } catch (error) {
    if (!isAccountGone(error)) throw error;
    return false;
  }
}
