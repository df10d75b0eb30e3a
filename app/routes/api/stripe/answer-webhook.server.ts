import { json } from "@remix-run/node";
import { handleEvent } from "~/bookings/payment/handle-event.server";
import { receiveEvent, type WebhookEndpoint } from "~/payments/receive-event.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/web/refusal";
import { readText } from "~/platform/web/request-body.server";

const MAX_BYTES = 1_000_000;

/** Answers Stripe: 200 once the event is acted on, 4xx for a forgery, 500 to be told again. */
export async function answerWebhook(
  endpoint: WebhookEndpoint,
  request: Request,
): Promise<Response> {
  try {
    if (request.method !== "POST") throw new Refusal("method");
    const rawBody = await readText(request, MAX_BYTES);
    const signature = request.headers.get("stripe-signature");
    const now = new Date();
    const event = await receiveEvent({ endpoint, rawBody, signature, now });
    if (event) await handleEvent(event, now);
    return json({ received: true });
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) {
      return json({ message: error.message }, { status: error.status });
    }
    logger.error({ err: error, endpoint }, "webhook not handled");
    return json({ message: new Refusal("unavailable").message }, { status: 500 });
  }
}
