import Stripe from "stripe";
import { z } from "zod";
import { StripeEventModel, type StripeEvent } from "@models/stripe-event";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { stripe, webhookSecrets } from "./gateway.server";

export type WebhookEndpoint = StripeEvent["endpoint"];

/** The events that mean something here, by endpoint. Nothing else is stored. */
const TYPES: Record<WebhookEndpoint, ReadonlySet<string>> = {
  platform: new Set([
    "checkout.session.completed",
    "checkout.session.expired",
    "payment_intent.succeeded",
    "payment_intent.amount_capturable_updated",
    "payment_intent.canceled",
    "payment_intent.payment_failed",
    "charge.refunded",
    "charge.expired",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    // Of one that waits for funds Stripe may say nothing else until it has them.
    "refund.created",
    "refund.updated",
    "refund.failed",
    "transfer.reversed",
    "application_fee.refunded",
  ]),
  connect: new Set(["account.updated", "account.application.deauthorized", "capability.updated"]),
};

/** An event that arrived this recently is being handled by whoever it arrived at first. */
const HANDLING_MS = 30_000;

/** How old a signature may be. */
const TOLERANCE_S = 300;

/** How often the log is told that what comes to an endpoint is signed by none of its secrets, or too long ago. */
const TOLD_AGAIN_MS = 600_000;
/** When each was told last of an endpoint. */
const told = new Map<string, number>();

/** The platform's event types, for asking Stripe for what was not delivered. */
export const PLATFORM_EVENT_TYPES: readonly string[] = [...TYPES.platform];

/**
 * Checks a webhook's signature on its raw body and stores the event by its id.
 *
 * @returns the event to act on; null when it means nothing here, was handled before, or is being
 * handled right now (should that fail, the reconciliation job takes it up)
 * @throws Refusal("invalid") when the signature is wrong or older than five minutes, or what it signs no event
 */
export async function receiveEvent(message: {
  endpoint: WebhookEndpoint;
  rawBody: string;
  signature: string | null;
  now: Date;
}): Promise<StripeEvent | null> {
  return await storeEvent(verified(message), message);
}

/**
 * Whether a header may be a signature of now, before anything of what it signs is read: what costs nothing to
 * make up is all that a stranger can have us wait for after that. With a clock of ours that is ahead none may.
 */
export function maySign({
  endpoint,
  signature,
  now,
}: Pick<Parameters<typeof receiveEvent>[0], "endpoint" | "signature" | "now">): boolean {
  const items = (signature ?? "").split(",");
  const time = items.find((item) => /^t=\d{1,12}$/.test(item))?.slice(2);
  if (time === undefined || !items.some((item) => V1.test(item))) return false;
  const seconds = Math.round(now.getTime() / 1000 - Number(time));
  if (seconds <= TOLERANCE_S) return true;
  tell({ endpoint, seconds }, "webhook signed too long ago by this machine's clock", now);
  return false;
}

const V1 = /^v1=[\da-f]+$/;
/** Events without what they are about, as an endpoint is sent that was not made for snapshots: `v1.charge.refunded`. */
const THIN = "v1.";

/** What has to be there of any event, and of one that is stored: what it speaks of. */
const id = z.string().min(1);
const source = z.union([id, z.object({ id })]).nullish();
const eventShape = z.object({ id, type: id });
const storedShape = z.object({
  account: id.nullish(),
  data: z.object({
    object: z.object({
      id,
      payment_intent: source,
      source_transaction: source,
      originating_transaction: source,
    }),
  }),
});

function verified(message: {
  endpoint: WebhookEndpoint;
  rawBody: string;
  signature: string | null;
  now: Date;
}): Stripe.Event {
  if (!isSigned(message)) {
    // With a secret that is not the endpoint's every event is turned away, and nothing else would say so.
    if (maySign(message)) tell({ endpoint: message.endpoint }, UNSIGNED, message.now);
    throw new Refusal("invalid");
  }
  const { endpoint, rawBody } = message;
  const event = parsed(rawBody);
  const { success, data } = eventShape.safeParse(event);
  if (
    !success ||
    data.type.startsWith(THIN) ||
    (TYPES[endpoint].has(data.type) && !storedShape.safeParse(event).success)
  ) {
    // Stripe's own: a version of its API that is not read here, or an endpoint set up for other events.
    logger.warn({ endpoint, event: data?.id, type: data?.type }, "signed webhook is no event");
    throw new Refusal("invalid");
  }
  return event as Stripe.Event;
}

const UNSIGNED = "webhook signed by none of our secrets";

/** Strangers can have it said, too: now and then, and with nothing of what they sent but its age. */
function tell(
  fields: { endpoint: WebhookEndpoint; seconds?: number },
  what: string,
  now: Date,
): void {
  const of = `${fields.endpoint} ${what}`;
  if (now.getTime() - (told.get(of) ?? -Infinity) < TOLD_AGAIN_MS) return;
  told.set(of, now.getTime());
  logger.warn(fields, what);
}

/** @throws Error when it is the check that fails, and not what was sent */
function isSigned({
  endpoint,
  rawBody,
  signature,
}: {
  endpoint: WebhookEndpoint;
  rawBody: string;
  signature: string | null;
}): boolean {
  const header = wellFormed(signature ?? "");
  return webhookSecrets(endpoint).some((secret) => {
    try {
      return stripe().webhooks.signature!.verifyHeader(rawBody, header, secret, TOLERANCE_S);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  });
}

/** A header without the signatures that cannot be one: of those the SDK throws as if it were broken itself. */
function wellFormed(header: string): string {
  const items = header.split(",");
  return items.filter((item) => !item.startsWith("v1") || V1.test(item)).join();
}

function parsed(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody);
  } catch {
    return null;
  }
}

/** Stores an event that came from Stripe, by webhook or by asking; see `receiveEvent`. */
export async function storeEvent(
  event: Stripe.Event,
  { endpoint, now }: { endpoint: WebhookEndpoint; now: Date },
): Promise<StripeEvent | null> {
  if (!TYPES[endpoint].has(event.type)) return null;
  const stored: StripeEvent = {
    _id: event.id,
    type: event.type,
    endpoint,
    objectId: subjectOf(event),
    receivedAt: now,
  };
  try {
    await StripeEventModel.create(stored);
    return stored;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const known = await StripeEventModel.findById(event.id).lean();
  if (!known || known.handledAt) return null;
  return now.getTime() - known.receivedAt.getTime() > HANDLING_MS ? known : null;
}

/** Notes that what an event speaks of has been brought up to date. */
export async function markHandled(eventId: string, now: Date): Promise<void> {
  await StripeEventModel.updateOne({ _id: eventId }, { $set: { handledAt: now } });
}

/**
 * The id of the object to ask Stripe about: the hosted session, the payment behind a charge, a refund or
 * a dispute, the charge behind a transfer or a fee, or the account. Nothing else of an event's body is
 * used.
 */
function subjectOf(event: Stripe.Event): string {
  const object = event.data.object as {
    id?: string;
    payment_intent?: string | { id: string } | null;
    source_transaction?: string | { id: string } | null;
    originating_transaction?: string | { id: string } | null;
  };
  if (event.type.startsWith("checkout.session.") || event.type.startsWith("payment_intent.")) {
    return object.id ?? "";
  }
  if (event.account) return event.account;
  const { payment_intent, source_transaction, originating_transaction } = object;
  const source = payment_intent ?? source_transaction ?? originating_transaction;
  return (typeof source === "object" ? source?.id : source) ?? object.id ?? "";
}
