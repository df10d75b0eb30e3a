import { UserModel } from "@models/user";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { callStripe, refusalReason } from "./gateway.server";

/**
 * The Stripe customer of a user, made at their first payment; never a second one: an answer that was lost
 * is asked for again under the same key with the same words, whatever the user is called by then, and past
 * the day that Stripe keeps keys the search knows whom it made.
 *
 * @throws Refusal("not_found") when there is no such user, Refusal("unavailable")
 */
export async function ensureCustomer(userId: string): Promise<string> {
  const user = await UserModel.findById(userId, {
    email: 1,
    name: 1,
    lastname: 1,
    stripeCustomerId: 1,
  }).lean();
  if (!user) throw new Refusal("not_found");
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const id = (await findCustomer(userId)) ?? (await createCustomer(userId));
  await describeCustomer(id, {
    email: user.email,
    name: `${user.name} ${user.lastname}`.trim(),
  });
  await UserModel.updateOne({ _id: userId }, { $set: { stripeCustomerId: id } });
  return id;
}

async function findCustomer(userId: string): Promise<string | null> {
  const query = `metadata['user']:'${userId}'`;
  const { data } = await callStripe((stripe) => stripe.customers.search({ query, limit: 1 }));
  return data[0]?.id ?? null;
}

async function createCustomer(userId: string): Promise<string> {
  const customer = await callStripe((stripe) =>
    stripe.customers.create({ metadata: { user: userId } }, { idempotencyKey: `cus:${userId}` }),
  );
  return customer.id;
}

/** Tells Stripe who it is, for receipts and for those who look there; without it one can pay all the same. */
async function describeCustomer(id: string, who: { email: string; name: string }): Promise<void> {
  try {
    await callStripe((stripe) => stripe.customers.update(id, who));
  } catch (error) {
    if (refusalReason(error) === null) throw error;
    logger.warn({ err: error, customer: id }, "customer without name and address");
  }
}
