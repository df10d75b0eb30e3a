import type Stripe from "stripe";
import { attempt } from "../core/attempt";
import type { Context } from "../core/context";
import { missing } from "../core/errors";
import { formatMoney } from "../core/money";
import { redirect, type Answer } from "../http/messages";
import { answerAuthentication } from "../resources/confirm-intent";
import { findIntent } from "../resources/intent-object";
import { successUrlOf } from "./checkout-page";
import { html, messagePage, page } from "./layout";
import type { PageRequest, PageRoute } from "./page-route";

/** Only who knows the intent's secret may answer for its payer. */
export function intentOf(ctx: Context, { id, query }: PageRequest): Stripe.PaymentIntent {
  const intent = findIntent(ctx, id);
  if (query.get("client_secret") !== intent.client_secret) throw missing("payment_intent", id);
  return intent;
}

/** Where the payer goes on, with what Stripe adds to a return address. */
function wayBack(ctx: Context, intent: Stripe.PaymentIntent): Answer {
  const origin = ctx.store.get(".intent", intent.id);
  const paid = intent.status === "succeeded" || intent.status === "requires_capture";
  const session = ctx.store.get("checkout.session", origin?.session ?? "");
  if (session !== undefined) {
    return redirect(paid ? successUrlOf(session) : `${ctx.publicUrl}/pay/${session.id}`);
  }
  const returnUrl = origin?.returnUrl ?? null;
  if (returnUrl === null) {
    return messagePage(200, "Authentification terminée", "Vous pouvez fermer cette page.");
  }
  const target = new URL(returnUrl);
  target.searchParams.set("payment_intent", intent.id);
  target.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  target.searchParams.set("redirect_status", paid ? "succeeded" : "failed");
  return redirect(target.href);
}

/** The page of the payer's bank. */
export const authenticationPage: PageRoute = {
  segments: ["authenticate", ":id"],
  show(ctx: Context, request: PageRequest): Answer {
    const intent = intentOf(ctx, request);
    if (intent.status !== "requires_action") return wayBack(ctx, intent);
    return page(
      200,
      "Authentification bancaire",
      html`<h1>Authentification bancaire</h1>
        <p>Votre banque demande votre accord pour ce paiement.</p>
        <p class="amount">${formatMoney(intent.amount, intent.currency)}</p>
        <form method="post" class="card">
          <button type="submit" name="decision" value="accept">Accepter le paiement</button>
          <button type="submit" name="decision" value="refuse" class="second">
            Refuser le paiement
          </button>
        </form>`,
    );
  },
  submit(ctx: Context, request: PageRequest): Answer {
    const intent = intentOf(ctx, request);
    if (intent.status !== "requires_action") return wayBack(ctx, intent);
    const accepted = request.form.get("decision") === "accept";
    const outcome = attempt(ctx.store, () => answerAuthentication(ctx, intent, accepted));
    return wayBack(ctx, outcome.ok ? outcome.value : findIntent(ctx, intent.id));
  },
};
