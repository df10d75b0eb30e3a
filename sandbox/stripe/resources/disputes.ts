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

function bookDispute(
  ctx: Context,
  dispute: Stripe.Dispute,
  sign: 1 | -1,
  amount = dispute.amount,
): Stripe.Dispute {
  const id = bookMovement(ctx, {
    type: "adjustment",
    amount: sign * amount,
    fee: sign === -1 ? DISPUTE_FEE : 0,
    currency: dispute.currency,
    source: dispute.id,
  });
  const movement = ctx.store.get("balance_transaction", id);
  const movements = movement === undefined ? [] : [movement];
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, ...movements] };
}

const OPEN: readonly string[] = [
  ...["needs_response", "warning_needs_response", "appeal_needs_response"],
];
const WITH_BANK: readonly string[] = ["lost", "needs_response", "appeal_needs_response"];

/** Whether a charge's money is with the payer's bank, or claimed by it, so that no refund can be made. */
export function isWithBank(ctx: Context, charge: Stripe.Charge): boolean {
  return ctx.store
    .all("dispute")
    .some(({ charge: of, status }) => of === charge.id && WITH_BANK.includes(status));
}

/**
 * The payer's bank takes a payment back until the dispute is settled; an inquiry only asks, and takes
 * nothing yet.
 * @param options.amount integer cents; the whole charge when absent
 * @throws StripeProblem when the charge is unknown, unpaid or disputed already
 */
export function openDispute(
  ctx: Context,
  chargeId: string,
  options: { reason: string; amount?: number | undefined; inquiry?: boolean | undefined },
): Stripe.Dispute {
  const charge = ctx.store.get("charge", chargeId);
  if (charge === undefined) throw missing("charge", chargeId, "charge");
  if (!charge.captured || charge.disputed) {
    throw invalidRequest(`Charge ${chargeId} cannot be disputed.`, { param: "charge" });
  }
  const isInquiry = options.inquiry === true;
  const created = ctx.clock.now();
  const opened: Stripe.Dispute = {
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
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason: options.reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
  const dispute = ctx.store.put("dispute", isInquiry ? opened : bookDispute(ctx, opened, -1));
  ctx.store.put("charge", { ...charge, disputed: true });
  emit(ctx, "charge.dispute.created", dispute);
  if (!isInquiry) emit(ctx, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** An inquiry becomes a dispute: the bank takes the money. @throws StripeProblem for anything else */
export function escalateInquiry(ctx: Context, id: string): Stripe.Dispute {
  const dispute = ctx.store.get("dispute", id);
  if (dispute === undefined) throw missing("dispute", id);
  if (dispute.status !== "warning_needs_response") {
    throw invalidRequest(`Dispute ${id} is no open inquiry.`);
  }
  const escalated = ctx.store.put("dispute", {
    ...bookDispute(ctx, dispute, -1),
    is_charge_refundable: false,
    status: "needs_response",
  });
  emit(ctx, "charge.dispute.updated", escalated);
  emit(ctx, "charge.dispute.funds_withdrawn", escalated);
  return escalated;
}

/** A dispute that was lost may be appealed for some days. @throws StripeProblem for anything else */
export function openAppeal(ctx: Context, id: string): Stripe.Dispute {
  const dispute = ctx.store.get("dispute", id);
  if (dispute === undefined) throw missing("dispute", id);
  if (dispute.status !== "lost") throw invalidRequest(`Dispute ${id} is not lost.`);
  const appealed = ctx.store.put("dispute", {
    ...dispute,
    evidence_details: { ...dispute.evidence_details, due_by: ctx.clock.now() + ANSWER_SECONDS },
    status: "appeal_needs_response",
  });
  emit(ctx, "charge.dispute.updated", appealed);
  return appealed;
}

/** How the sandbox ends a dispute; an inquiry can only be closed as one. */
export const CLOSINGS = ["won", "lost", "prevented", "warning_closed"] as const;
type Closing = (typeof CLOSINGS)[number];

/**
 * Settles a dispute. What was taken comes back when it is won, also on appeal after it was lost.
 * @param amount what comes back of one that is won: the rates of currencies change between the two
 * @throws StripeProblem when it is unknown, settled already, or cannot end so
 */
export function closeDispute(
  ctx: Context,
  id: string,
  status: Closing,
  amount?: number,
): Stripe.Dispute {
  const dispute = ctx.store.get("dispute", id);
  if (dispute === undefined) throw missing("dispute", id);
  const isAppeal = dispute.status === "lost" && status === "won";
  if (!OPEN.includes(dispute.status) && !isAppeal) {
    throw invalidRequest(`Dispute ${id} is closed already.`);
  }
  const isInquiry = dispute.status === "warning_needs_response";
  if (isInquiry !== (status === "warning_closed")) {
    throw invalidRequest(`Dispute ${id} cannot end as ${status} from ${dispute.status}.`);
  }
  const closed = ctx.store.put("dispute", {
    ...(status === "won" ? bookDispute(ctx, dispute, 1, amount) : dispute),
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
