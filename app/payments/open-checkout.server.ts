import { env } from "~/platform/env.server";
import { callStripe } from "./gateway.server";
import { paymentTerms, type Payable } from "./payable";

/**
 * Opens the hosted payment page for a reservation's present attempt. Asked again for the same
 * attempt it gives the same session, so everything here depends on the reservation alone.
 *
 * @param description the days, as the payer reads them
 * @param expiresAt at least 30 minutes ahead; Stripe closes the page then by itself
 */
export async function openCheckout(
  payable: Payable,
  {
    customerId,
    description,
    expiresAt,
  }: { customerId: string; description: string; expiresAt: Date },
): Promise<{ sessionId: string; url: string }> {
  const reservation = payable._id.toString();
  const { application_fee_amount, transfer_data, transfer_group, metadata } = paymentTerms(payable);
  const venue = `${env.APP_URL}/reservation/${payable.venueId.toString()}`;
  const session = await callStripe((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        ui_mode: "hosted_page",
        locale: "fr",
        submit_type: "book",
        // Else a visitor from abroad is asked for another currency, as the dashboard has it.
        adaptive_pricing: { enabled: false },
        client_reference_id: reservation,
        customer: customerId,
        allowed_payment_method_types: ["card"],
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: "eur",
              unit_amount: payable.total,
              product_data: { name: payable.venueTitle, description },
            },
          },
        ],
        payment_intent_data: {
          capture_method: payable.needValidation ? "manual" : "automatic_async",
          application_fee_amount,
          transfer_data,
          transfer_group,
          metadata,
        },
        metadata,
        expires_at: Math.floor(expiresAt.getTime() / 1000),
        success_url: `${venue}/success?demande=${reservation}&session={CHECKOUT_SESSION_ID}`,
        cancel_url: `${venue}/error?demande=${reservation}`,
      },
      { idempotencyKey: `cs:${reservation}:${payable.attempt}` },
    ),
  );
  if (!session.url) throw new Error(`Checkout session ${session.id} has no page`);
  return { sessionId: session.id, url: session.url };
}
