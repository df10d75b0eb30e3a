import { trusted } from "mongoose";
import { UserModel, type User } from "@models/user";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { logger } from "~/platform/log.server";
import { isUnavailable, Refusal } from "~/platform/refusal";
import { callStripe, isInvalidRequest, isMissing, refusalReason } from "./gateway.server";
import { callUnderKey, keyTurn, type KeyTurn } from "./spent-keys.server";
import { untilOutage } from "./until-outage.server";

const FIELDS = { email: 1, name: 1, lastname: 1, stripeCustomerId: 1, customerUntold: 1 } as const;
type Described = Pick<User, "_id" | "email" | "name" | "lastname">;

/**
 * The Stripe customer of a user, made at their first payment; never a second one: an answer that was lost
 * is asked for again under the same key with the same words, whatever the user is called by then, and past
 * the day that Stripe keeps keys the search knows whom it made.
 *
 * @throws Refusal("not_found") when there is no such user, Refusal("unavailable")
 */
export async function ensureCustomer(userId: string): Promise<string> {
  const user = await UserModel.findById(userId, FIELDS).lean();
  if (!user) throw new Refusal("not_found");
  const { stripeCustomerId, customerUntold } = user;
  if (stripeCustomerId) {
    if (customerUntold) await tellCustomer(user, stripeCustomerId);
    return stripeCustomerId;
  }
  const turn = await keyTurn(`cus:${userId}`);
  const id = (await findCustomer(userId)) ?? (await createCustomer(userId, turn));
  return await keepCustomer(user._id, id);
}

/**
 * Makes a user's customer anew where Stripe has theirs no more: somebody deleted it in the dashboard, or it is not of this
 * platform.
 *
 * @returns whether there is another one now
 */
export async function replaceGoneCustomer(userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId, FIELDS).lean();
  const gone = user?.stripeCustomerId;
  if (!gone) return false;
  const found = await findById(gone);
  if (found === "there") return false;
  // Under the first one's key Stripe would give that one again.
  const customer = await createCustomer(userId, await keyTurn(`cus:${userId}:${gone}`));
  if (found === "deleted") logger.warn({ customer, gone }, "customer made anew");
  // Nothing tells whether it is another platform's, and nobody is kept from paying: here its id is found again.
  else
    logger.error({ customer, gone, user: userId }, "customer that Stripe does not know made anew");
  await keepCustomer(user._id, customer);
  return true;
}

/** So many customers are forgotten in one night. */
const A_NIGHT = 500;
/** From so many on it is no accident that more of a turn's customers are unknown to Stripe than known. */
const UNKNOWN_TOGETHER = 5;

/**
 * Calls the customers of accounts that were closed what the accounts are called since: nobody. They stay, without a name,
 * since refunds are traced by them. Each is told again every night until Stripe has heard of it, those first that were tried
 * longest ago, or never, and were closed first. One that Stripe knows nothing of is forgotten there, if it knew more than it did
 * not: with another platform's key it says so of each. Else it waits for another night.
 *
 * @throws AggregateError once the others had their turn, or Stripe did not answer, of those that it did not take
 * @throws Error where the key seems to be another platform's: of those that it knows nothing of nothing is changed
 */
export async function forgetCustomers(now: Date): Promise<void> {
  const known = await UserModel.find(
    {
      deletedAt: trusted({ $exists: true }),
      stripeCustomerId: trusted({ $exists: true }),
      customerForgottenAt: trusted({ $exists: false }),
    },
    FIELDS,
  )
    .sort({ customerTriedAt: 1, deletedAt: 1 })
    .limit(A_NIGHT)
    .lean();
  const unknown: Described[] = [];
  let present = 0;
  const write = async ({ _id }: Described) => {
    const done = {
      $set: { customerForgottenAt: now },
      $unset: { customerTriedAt: 1, customerUntold: 1 },
    } as const;
    await UserModel.updateOne({ _id }, done);
  };
  const forget = untilOutage(async (user: Described & Pick<User, "stripeCustomerId">) => {
    if (present === 0 && unknown.length === UNKNOWN_TOGETHER) return;
    // Before it is asked, so that those that are refused each night keep no others from their turn.
    await UserModel.updateOne({ _id: user._id }, { $set: { customerTriedAt: now } });
    const isKnown = await forgetCustomer(user.stripeCustomerId!, calledAs(user));
    if (!isKnown) return void unknown.push(user);
    present += 1;
    await write(user);
  });
  const options = { concurrency: 1, failure: "customer of a closed account not forgotten" };
  const errors = await pMapLogged(known, forget, options);
  const isMost = unknown.length >= present;
  if (unknown.length >= UNKNOWN_TOGETHER && isMost) {
    throw new Error(
      `Stripe knows nothing of ${unknown.length} customers of closed accounts. Is the key another platform's?`,
    );
  }
  if (!isMost) errors.push(...(await pMapLogged(unknown, write, options)));
  if (errors.length > 0) throw new AggregateError(errors, "Some customers could not be forgotten");
}

/**
 * One that was deleted is forgotten there.
 *
 * @returns false: Stripe knows of no such customer
 */
async function forgetCustomer(id: string, who: { email: string; name: string }): Promise<boolean> {
  try {
    await callStripe((stripe) => stripe.customers.update(id, who));
    return true;
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const found = await findById(id);
    if (found === "there") throw error;
    return found === "deleted";
  }
}

/** First of all it is theirs: long after this, Stripe would make another one, and nobody would take a name from this one. */
async function keepCustomer(userId: User["_id"], id: string): Promise<string> {
  // As they are called by then: somebody whose account was closed meanwhile is nobody.
  const user = await UserModel.findByIdAndUpdate(
    userId,
    { $set: { stripeCustomerId: id } },
    { returnDocument: "after", projection: FIELDS },
  ).lean();
  if (!user) throw new Refusal("not_found");
  await tellCustomer(user, id);
  return id;
}

/** Describes a user's customer, and notes whether that is still to be done. */
async function tellCustomer(
  user: Described & Pick<User, "customerUntold">,
  id: string,
): Promise<void> {
  const isTold = await describeCustomer(id, calledAs(user));
  if (isTold === !user.customerUntold) return;
  const noted = isTold ? { $unset: { customerUntold: 1 } } : { $set: { customerUntold: true } };
  // Unless they have another one by then.
  await UserModel.updateOne({ _id: user._id, stripeCustomerId: id }, noted);
}

function calledAs({ email, name, lastname }: Described): { email: string; name: string } {
  return { email, name: `${name} ${lastname}`.trim() };
}

async function findCustomer(userId: string): Promise<string | null> {
  const query = `metadata['user']:'${userId}'`;
  const { data } = await callStripe((stripe) => stripe.customers.search({ query, limit: 1 }));
  return data[0]?.id ?? null;
}

/** Of one that was deleted Stripe says so; of one that another platform made, that there is none. */
async function findById(id: string): Promise<"there" | "deleted" | "unknown"> {
  try {
    const customer = await callStripe((stripe) => stripe.customers.retrieve(id));
    return customer.deleted === true ? "deleted" : "there";
  } catch (error) {
    if (!isMissing(error)) throw error;
    return "unknown";
  }
}

async function createCustomer(userId: string, turn: KeyTurn): Promise<string> {
  const customer = await callUnderKey(turn, turn.of, (stripe, options) =>
    stripe.customers.create({ metadata: { user: userId } }, options),
  );
  return customer.id;
}

/**
 * Tells Stripe who it is, for receipts and for those who look there; without it one can pay all the same.
 *
 * @returns false: Stripe did not answer, and is to be told again
 */
async function describeCustomer(
  id: string,
  who: { email: string; name: string },
): Promise<boolean> {
  try {
    await callStripe((stripe) => stripe.customers.update(id, who));
    return true;
  } catch (error) {
    const isRefused = refusalReason(error) !== null;
    if (!isRefused && !isUnavailable(error)) throw error;
    logger.warn({ err: error, customer: id }, "customer without name and address");
    return isRefused;
  }
}
