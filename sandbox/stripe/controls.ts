import { z } from "zod";
import { NO_REQUEST, type Context } from "./core/context";
import { invalidRequest } from "./core/errors";
import { idOf } from "./core/ids";
import { STRIPE_KINDS, type Endpoint, type Records, type StripeKind } from "./core/records";
import { ANSWER_FAULTS, WEBHOOK_MODES, type Faults } from "./faults";
import type { Api } from "./http/api";
import { json, type Answer } from "./http/messages";
import { revokeAccount, setAccountState } from "./resources/accounts";
import { deleteCustomer } from "./resources/customers";
import {
  CLOSINGS,
  closeDispute,
  escalateInquiry,
  openAppeal,
  openDispute,
} from "./resources/disputes";
import { findIntent } from "./resources/intent-object";
import { setRefundStatus } from "./resources/refunds";
import type { Webhooks } from "./webhooks";

export interface Controlled {
  base: Context;
  api: Api;
  faults: Faults;
  webhooks: Webhooks;
  /** The addresses given at start, to which a reset returns. */
  initialTargets: Record<Endpoint, string>;
  /** Does at once whatever has come due. */
  housekeep(): void;
}

const faultsBody = z
  .object({
    webhooks: z.enum(WEBHOOK_MODES).optional(),
    nextAnswer: z.enum(ANSWER_FAULTS).optional(),
    path: z.string().startsWith("/").optional(),
    method: z.enum(["GET", "POST"]).optional(),
    times: z.number().int().min(1).default(1),
  })
  .strict();

const targetsBody = z
  .object({
    webhookUrl: z.string().url().optional(),
    connectWebhookUrl: z.string().url().optional(),
  })
  .strict();

const accountBody = z.union([
  z
    .object({ state: z.enum(["new", "pending", "verifying", "reviewed", "active", "restricted"]) })
    .strict(),
  z.object({ deauthorized: z.literal(true) }).strict(),
]);

const disputeBody = z
  .object({
    charge: z.string().optional(),
    payment_intent: z.string().optional(),
    amount: z.number().int().positive().optional(),
    reason: z.string().default("fraudulent"),
    inquiry: z.boolean().optional(),
  })
  .strict();

const decisionBody = z
  .object({
    status: z.enum([...CLOSINGS, "needs_response", "appeal_needs_response"]),
    amount: z.number().int().positive().optional(),
  })
  .strict();

const importBody = z
  .object({
    objects: z.array(
      z.object({ id: z.string().min(1), object: z.enum(STRIPE_KINDS) }).passthrough(),
    ),
  })
  .strict();

function parse<S extends z.ZodTypeAny>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data as z.output<S>;
  const issue = result.error.issues[0];
  throw invalidRequest(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "Invalid body"}`);
}

function state({ base, api, faults, webhooks }: Controlled): object {
  const deliveries = base.store.all(".delivery");
  const count = (wanted: string) => deliveries.filter(({ state }) => state === wanted).length;
  return {
    objects: Object.fromEntries(STRIPE_KINDS.map((kind) => [kind, base.store.count(kind)])),
    deliveries: {
      pending: count("new") + count("pending"),
      held: count("held"),
      lost: count("lost"),
      failed: count("failed"),
    },
    later: base.store.count(".later"),
    calls: api.calls,
    faults: { webhooks: faults.webhooks, nextAnswer: faults.plan },
    targets: webhooks.targets,
    now: base.clock.now(),
  };
}

function setFaults({ faults }: Controlled, body: unknown): void {
  const input = parse(faultsBody, body);
  if (input.webhooks !== undefined) faults.webhooks = input.webhooks;
  if (input.nextAnswer !== undefined) {
    const { nextAnswer: fault, path = null, method = null, times } = input;
    faults.planAnswers({ fault, path, method, times });
  }
}

function reset({ base, api, faults, webhooks, initialTargets }: Controlled): void {
  faults.reset();
  api.forgetCalls();
  webhooks.targets = initialTargets;
  base.store.clear();
}

function dispute(ctx: Context, body: unknown): object {
  const input = parse(disputeBody, body);
  const charge =
    input.charge ??
    idOf(findIntent(ctx, input.payment_intent ?? "", "payment_intent").latest_charge);
  return openDispute(ctx, charge ?? "", input);
}

function importObjects(ctx: Context, body: unknown): object {
  const { objects } = parse(importBody, body);
  for (const object of objects) {
    // The caller vouches for the shape: whole objects of its own making, as `buildPaidIntent` gives.
    ctx.store.put(object.object, object as unknown as Records[StripeKind]);
  }
  return { imported: objects.length };
}

/**
 * The sandbox's own switches, `/_sandbox/…`, in JSON:
 * - `GET state`: how many objects, deliveries and API calls there are, and what is switched on
 * - `POST faults { webhooks?, nextAnswer?, path?, method?, times? }`: see `Faults`
 * - `POST reset`: forgets everything and switches every fault off
 * - `POST settle`: does at once what Stripe would do a moment later, and waits for its events
 * - `POST finish`: does what `500-before-deed` left undone
 * - `POST deliver`: sends the events that are held back and waits for all that are on their way
 * - `POST webhook-targets { webhookUrl?, connectWebhookUrl? }`
 * - `POST clock { offsetMs }`: moves the sandbox's time; what comes due by that happens at once
 * - `POST accounts/:id { state }` or `{ deauthorized: true }`
 * - `POST customers/:id { deleted: true }`: somebody deletes it in the dashboard
 * - `POST refunds/:id { status: "succeeded" | "failed" }`: what the bank says afterwards, also of one
 *   that is still `pending`
 * - `POST disputes { charge | payment_intent, amount?, reason?, inquiry? }`
 * - `POST disputes/:id { status: "won" | "lost" | "prevented" | "warning_closed", amount? }`, or
 *   `"needs_response"`: the inquiry becomes a dispute, or `"appeal_needs_response"`: one that was lost can be
 *   appealed, and ends as `won` or `lost` once more. `amount` is what comes back of one that is won, at another rate
 * - `POST import { objects }`: whole Stripe objects, each with its `object` and `id`, taken in as they
 *   are, replacing what has the same id, without an event. Kinds: account, customer,
 *   payment_method, confirmation_token, payment_intent, charge, refund, transfer (reversals inside), application_fee
 *   (refunds inside), balance_transaction, dispute, checkout.session, event.
 *
 * @param path what follows `/_sandbox/`
 * @throws StripeProblem for a body or an id that makes no sense
 */
export async function control(
  controlled: Controlled,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const { base, webhooks } = controlled;
  const ctx: Context = { ...base, request: NO_REQUEST };
  const [what = "", id = ""] = path.split("/");
  const done = (result: object = { done: true }) => json(200, result);
  const transact = (deed: () => object | void) => done(base.store.transact(deed) ?? undefined);
  switch (`${method} ${what}${id === "" ? "" : "/:id"}`) {
    case "GET state":
      return done(state(controlled));
    case "POST faults":
      setFaults(controlled, body);
      return done();
    case "POST reset":
      reset(controlled);
      return done();
    case "POST settle":
      controlled.housekeep();
      await webhooks.idle();
      return done();
    case "POST finish":
      controlled.api.finish();
      return done();
    case "POST deliver":
      return done(await webhooks.deliverHeld());
    case "POST webhook-targets": {
      const input = parse(targetsBody, body);
      webhooks.targets = {
        platform: input.webhookUrl ?? webhooks.targets.platform,
        connect: input.connectWebhookUrl ?? webhooks.targets.connect,
      };
      return done();
    }
    case "POST clock": {
      const { offsetMs } = parse(z.object({ offsetMs: z.number().int() }).strict(), body);
      base.store.transact(() => base.store.put(".setting", { id: "clock", offsetMs }));
      controlled.housekeep();
      return done({ now: base.clock.now() });
    }
    case "POST accounts/:id": {
      const input = parse(accountBody, body);
      return transact(() =>
        "state" in input ? setAccountState(ctx, id, input.state) : revokeAccount(ctx, id),
      );
    }
    case "POST customers/:id": {
      parse(z.object({ deleted: z.literal(true) }).strict(), body);
      return transact(() => deleteCustomer(ctx, id));
    }
    case "POST refunds/:id": {
      const { status } = parse(
        z.object({ status: z.enum(["succeeded", "failed"]) }).strict(),
        body,
      );
      return transact(() => setRefundStatus(ctx, id, status));
    }
    case "POST disputes":
      return transact(() => dispute(ctx, body));
    case "POST disputes/:id": {
      const { status, amount } = parse(decisionBody, body);
      return transact(() => {
        if (status === "needs_response") return escalateInquiry(ctx, id);
        if (status === "appeal_needs_response") return openAppeal(ctx, id);
        return closeDispute(ctx, id, status, amount);
      });
    }
    case "POST import":
      return transact(() => importObjects(ctx, body));
    default:
      return json(404, { error: { message: `No such switch: ${method} ${path}` } });
  }
}
