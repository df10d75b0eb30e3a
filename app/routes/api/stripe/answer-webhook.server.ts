import { json } from "@remix-run/node";
import { handleEvent } from "~/bookings/payment/handle-event.server";
import { UnknownSubject } from "~/payments/missed-events.server";
import { maySign, receiveEvent, type WebhookEndpoint } from "~/payments/receive-event.server";
import { isWait } from "~/payments/spent-keys.server";
import { logger } from "~/platform/log.server";
import { problemOf, problemOfRefusal, problemResponse } from "~/platform/web/problem.server";
import { Refusal, refusalHeaders } from "~/platform/refusal";
import { readText } from "~/platform/web/request-body.server";

const MAX_BYTES = 1_000_000;

/** Bodies that may be coming in at once. Stripe's are there in a moment. */
const AT_ONCE = 16;
/** For so long a body is in nobody's way, however many come together. */
const GRACE_MS = 2_000;
/** Stripe sends again whatever this says; others are told something, too. */
const AGAIN_S = 30;
/** Bodies on their way, the one that began first in front, with when that was. */
const comingIn = new Map<AbortController, number>();

/**
 * A body; null when it was still coming in as too many others were: the one that has taken the longest makes room,
 * so that whoever holds bodies back takes no place from one that comes at once.
 */
async function readInTurn(request: Request): Promise<string | null> {
  const now = Date.now();
  const [oldest] = comingIn;
  if (oldest && comingIn.size >= AT_ONCE && now - oldest[1] > GRACE_MS) {
    oldest[0].abort();
    comingIn.delete(oldest[0]);
  }
  const turn = new AbortController();
  comingIn.set(turn, now);
  try {
    return await readText(request, MAX_BYTES, turn.signal);
  } catch (error) {
    if (turn.signal.aborted) return null;
    throw error;
  } finally {
    comingIn.delete(turn);
  }
}

function turnedAway(requestId: string): Response {
  const refusal = new Refusal("unavailable", { retryAfter: AGAIN_S });
  return problemResponse(problemOfRefusal(refusal, requestId), refusalHeaders(refusal));
}

/** What waits for its time, or for an event to be old enough, wakes nobody. */
function levelOf(error: unknown): "info" | "warn" | "error" {
  if (isWait(error)) return "info";
  return error instanceof UnknownSubject ? "warn" : "error";
}

/** Answers Stripe: 200 once the event is acted on, 4xx for a forgery, 500 or 503 to be told again. */
export async function answerWebhook(
  endpoint: WebhookEndpoint,
  request: Request,
  requestId: string,
): Promise<Response> {
  try {
    if (request.method !== "POST") throw new Refusal("method");
    const signature = request.headers.get("stripe-signature");
    if (!maySign({ endpoint, signature, now: new Date() })) throw new Refusal("invalid");
    const rawBody = await readInTurn(request);
    if (rawBody === null) return turnedAway(requestId);
    const now = new Date();
    const event = await receiveEvent({ endpoint, rawBody, signature, now });
    if (event) await handleEvent(event, now);
    return json({ received: true });
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) {
      return problemResponse(problemOfRefusal(error, requestId), refusalHeaders(error, ["POST"]));
    }
    logger[levelOf(error)]({ err: error, endpoint }, "webhook not handled");
    const { message } = new Refusal("unavailable");
    return problemResponse(problemOf({ code: "failure", status: 500, message }, requestId));
  }
}
