import type Stripe from "stripe";
import { attempt } from "../core/attempt";
import type { Context } from "../core/context";
import { formatMoney } from "../core/money";
import type { Answer } from "../http/messages";
import { answerAuthentication } from "../resources/confirm-intent";
import { findIntent } from "../resources/intent-object";
import { intentOf } from "./authentication-page";
import { cardFields } from "./checkout-page";
import { html, page } from "./layout";
import type { PageRequest, PageRoute } from "./page-route";
import { BY_CODE, sayPaymentError } from "./words";

/** The frames that the stand-in for Stripe.js shows within the product's page. */

/** The card's fields: what is typed there goes to the sandbox alone. */
export const paymentFramePage: PageRoute = {
  segments: ["elements", "payment"],
  show: () =>
    page(
      200,
      "Carte bancaire",
      html`<form data-words="${JSON.stringify(BY_CODE)}" novalidate aria-label="Carte bancaire">
        ${cardFields(null)}
      </form>`,
      "/elements/payment-frame.js",
    ),
};

/** What Stripe.js gives back once the payer has answered their bank, or has nothing to answer. */
function resultOf(intent: Stripe.PaymentIntent): object {
  const { id, status, last_payment_error: problem } = intent;
  if (status === "succeeded" || status === "requires_capture")
    return { paymentIntent: { id, status } };
  const code = problem?.code ?? "payment_intent_unexpected_state";
  const type = problem?.type ?? "invalid_request_error";
  return {
    error: { type, code, message: sayPaymentError({ code }), payment_intent: { id, status } },
  };
}

function bankPage(intent: Stripe.PaymentIntent): Answer {
  const isAsked = intent.status === "requires_action";
  const content = isAsked
    ? html`<h1>Authentification bancaire</h1>
        <p>Votre banque demande votre accord pour ce paiement.</p>
        <p class="amount">${formatMoney(intent.amount, intent.currency)}</p>
        <form method="post">
          <button type="submit" name="decision" value="accept">Accepter le paiement</button>
          <button type="submit" name="decision" value="refuse" class="second">
            Refuser le paiement
          </button>
        </form>`
    : html`<h1>Authentification terminée</h1>
        <p data-answer="${JSON.stringify(resultOf(intent))}">Votre réponse est transmise.</p>`;
  return page(200, "Authentification bancaire", content, "/elements/bank-frame.js");
}

/** The payer's bank, asked within the product's page. */
export const bankFramePage: PageRoute = {
  segments: ["elements", "bank", ":id"],
  show: (ctx: Context, request: PageRequest) => bankPage(intentOf(ctx, request)),
  submit(ctx: Context, request: PageRequest): Answer {
    const intent = intentOf(ctx, request);
    const accepted = request.form.get("decision") === "accept";
    if (intent.status === "requires_action") {
      attempt(ctx.store, () => answerAuthentication(ctx, intent, accepted));
    }
    return bankPage(findIntent(ctx, intent.id));
  },
};
