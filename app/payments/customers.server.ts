import { UserModel } from "@models/user";
import { Refusal } from "~/platform/web/refusal";
import { callStripe } from "./gateway.server";

/**
 * The Stripe customer of a user, made at their first payment; never a second one.
 *
 * @throws Refusal("not_found") when there is no such user
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
  const customer = await callStripe((stripe) =>
    stripe.customers.create(
      {
        email: user.email,
        name: `${user.name} ${user.lastname}`.trim(),
        metadata: { user: userId },
      },
      { idempotencyKey: `cus:${userId}` },
    ),
  );
  await UserModel.updateOne({ _id: userId }, { $set: { stripeCustomerId: customer.id } });
  return customer.id;
}
