import { json } from "@remix-run/node";
import { handleEvent } from "~/bookings/payment/handle-event.server";
import { receiveEvent, type WebhookEndpoint } from "~/payments/receive-event.server";
import { logger } from "~/platform/log.server";
import { problemOf, problemOfRefusal, problemResponse } from "~/platform/web/problem.server";
import { Refusal, refusalHeaders } from "~/platform/refusal";
import { readText } from "~/platform/web/request-body.server";

const MAX_BYTES = 1_000_000;

/** Answers Stripe: 200 once the event is acted on, 4xx for a forgery, 500 to be told again. */
export async function answerWebhook(
  endpoint: WebhookEndpoint,
  request: Request,
  requestId: string,
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
      return problemResponse(problemOfRefusal(error, requestId), refusalHeaders(error, ["POST"]));
    }
    logger.error({ err: error, endpoint }, "webhook not handled");
    const { message } = new Refusal("unavailable");
    return problemResponse(problemOf({ code: "failure", status: 500, message }, requestId));
  }
}
