import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { invalidRequest, missing } from "../core/errors";
import { emit } from "../core/events";
import { idOf } from "../core/ids";
import { paginate } from "../core/lists";
import { listing, text } from "../core/params";
import { route } from "../http/route";
import { bookMovement } from "./balance-transactions";

/** What a bank charges for a dispute, in cents. */
const DISPUTE_FEE = 2000;
const ANSWER_SECONDS = 10 * 24 * 60 * 60;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

function bookDispute(ctx: Context, dispute: Stripe.Dispute, sign: 1 | -1): Stripe.Dispute {
  const id = bookMovement(ctx, {
    type: "adjustment",
    amount: sign * dispute.amount,
    fee: sign === -1 ? DISPUTE_FEE : 0,
    currency: dispute.currency,
    source: dispute.id,
  });
  const movement = ctx.store.get("balance_transaction", id);
  const movements = movement === undefined ? [] : [movement];
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, ...movements] };
}

/**
 * The payer's bank takes a payment back until the dispute is settled.
 * @param options.amount integer cents; the whole charge when absent
 * @throws StripeProblem when the charge is unknown, unpaid or disputed already
 */
export function openDispute(
  ctx: Context,
  chargeId: string,
  options: { reason: string; amount?: number | undefined },
): Stripe.Dispute {
  const charge = ctx.store.get("charge", chargeId);
  if (charge === undefined) throw missing("charge", chargeId, "charge");
  if (!charge.captured || charge.disputed) {
    throw invalidRequest(`Charge ${chargeId} cannot be disputed.`, { param: "charge" });
  }
  const created = ctx.clock.now();
  const dispute = ctx.store.put(
    "dispute",
    bookDispute(
      ctx,
      {
        id: ctx.ids("dp"),
        object: "dispute",
        amount: options.amount ?? charge.amount,
        balance_transactions: [],
        charge: charge.id,
        created,
        currency: charge.currency,
        enhanced_eligibility_types: [],
        evidence: NO_EVIDENCE,
        evidence_details: {
          due_by: created + ANSWER_SECONDS,
          enhanced_eligibility: {},
          has_evidence: false,
          past_due: false,
          submission_count: 0,
          submission_method: "not_submitted",
        },
        intended_submission_method: null,
        is_charge_refundable: false,
        livemode: false,
        metadata: {},
        payment_intent: idOf(charge.payment_intent),
        reason: options.reason,
        status: "needs_response",
      },
      -1,
    ),
  );
  ctx.store.put("charge", { ...charge, disputed: true });
  emit(ctx, "charge.dispute.created", dispute);
  emit(ctx, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Settles a dispute. @throws StripeProblem when it is unknown or settled already */
export function closeDispute(ctx: Context, id: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = ctx.store.get("dispute", id);
  if (dispute === undefined) throw missing("dispute", id);
  if (dispute.status !== "needs_response") {
    throw invalidRequest(`Dispute ${id} is closed already.`);
  }
  const closed = ctx.store.put("dispute", {
    ...(status === "won" ? bookDispute(ctx, dispute, 1) : dispute),
    status,
  });
  emit(ctx, "charge.dispute.closed", closed);
  if (status === "won") emit(ctx, "charge.dispute.funds_reinstated", closed);
  return closed;
}

export const disputeRoutes = [
  route("GET", "/v1/disputes/:id", z.object({}).strict(), (ctx, _input, id) => {
    const dispute = ctx.store.get("dispute", id);
    if (dispute === undefined) throw missing("dispute", id);
    return dispute;
  }),
  route(
    "GET",
    "/v1/disputes",
    z.object({ ...listing, charge: text.optional(), payment_intent: text.optional() }).strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("dispute")
          .filter((row) => input.charge === undefined || row.charge === input.charge)
          .filter(
            (row) =>
              input.payment_intent === undefined || row.payment_intent === input.payment_intent,
          ),
        input,
        "/v1/disputes",
      ),
  ),
];
