import type Stripe from "stripe";
import { attempt } from "../core/attempt";
import type { Context } from "../core/context";
import { idOf } from "../core/ids";
import { formatMoney } from "../core/money";
import { redirect, type Answer } from "../http/messages";
import { findSession, intentOfSession } from "../resources/checkout-sessions";
import { authenticationUrl, confirmIntent } from "../resources/confirm-intent";
import { createIntent } from "../resources/intent-object";
import { createFromCard } from "../resources/payment-methods";
import { errorSummary, html, messagePage, page, type Html } from "./layout";
import type { PageRequest, PageRoute } from "./page-route";
import { sayPaymentError } from "./words";

interface Problem {
  status: number;
  message: string;
  /** The field to mark, when one is to blame. */
  field: "cardNumber" | "cardExpiry" | "cardCvc" | null;
}

const FIELD_OF_PARAM: Record<string, Problem["field"]> = {
  number: "cardNumber",
  exp_month: "cardExpiry",
  exp_year: "cardExpiry",
  cvc: "cardCvc",
};

/** Where a person who paid goes. */
export function successUrlOf(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function closedPage(session: Stripe.Checkout.Session): Answer {
  if (session.status === "complete") {
    return messagePage(200, "Paiement terminé", "Cette réservation a déjà été payée.", {
      href: successUrlOf(session),
      label: "Continuer",
    });
  }
  const link = session.cancel_url === null ? null : { href: session.cancel_url, label: "Retour" };
  return messagePage(410, "Session expirée", "Cette page de paiement a expiré.", link);
}

function summaryOf(ctx: Context, session: Stripe.Checkout.Session): Html {
  const currency = session.currency ?? "eur";
  const lines = ctx.store.get(".session", session.id)?.lines ?? [];
  return html`<section class="card" aria-label="Récapitulatif">
    <dl>
      ${lines.map(
        (line) =>
          html`<dt>
              ${line.name}${line.quantity > 1 ? ` × ${line.quantity}` : ""}
              ${
                line.description === null
                  ? null
                  : html`<span class="hint">${line.description}</span>`
              }
            </dt>
            <dd>${formatMoney(line.unitAmount * line.quantity, currency)}</dd>`,
      )}
    </dl>
  </section>`;
}

function field(
  problem: Problem | null,
  options: {
    name: "cardNumber" | "cardExpiry" | "cardCvc";
    label: string;
    hint: string;
    autocomplete: string;
    maxlength: number;
  },
): Html {
  const { name, label, hint, autocomplete, maxlength } = options;
  const invalid = problem?.field === name;
  return html`<div>
    <label for="${name}">${label}</label>
    <span class="hint" id="${name}-aide">${hint}</span>
    <input
      id="${name}"
      name="${name}"
      inputmode="numeric"
      autocomplete="${autocomplete}"
      maxlength="${maxlength}"
      required
      aria-invalid="${invalid ? "true" : "false"}"
      aria-describedby="${name}-aide${invalid ? " erreur" : ""}"
    />
  </div>`;
}

/** The three fields of a card; in the frame of the card form, too. */
export function cardFields(problem: Problem | null): Html {
  return html`${field(problem, {
      name: "cardNumber",
      label: "Numéro de carte",
      hint: "Par exemple 4242 4242 4242 4242",
      autocomplete: "cc-number",
      maxlength: 24,
    })}
    <div class="row">
      ${field(problem, {
        name: "cardExpiry",
        label: "Date d’expiration",
        hint: "MM/AA",
        autocomplete: "cc-exp",
        maxlength: 7,
      })}
      ${field(problem, {
        name: "cardCvc",
        label: "Code de sécurité",
        hint: "3 ou 4 chiffres",
        autocomplete: "cc-csc",
        maxlength: 4,
      })}
    </div>`;
}

function payPage(
  ctx: Context,
  session: Stripe.Checkout.Session,
  problem: Problem | null,
  billingName: string,
): Answer {
  const amount = formatMoney(session.amount_total ?? 0, session.currency ?? "eur");
  return page(
    problem?.status ?? 200,
    `${problem === null ? "" : "Erreur\u00a0: "}Paiement de ${amount}`,
    html`${
        session.cancel_url === null
          ? null
          : html`<a class="back" href="${session.cancel_url}">Retour</a>`
      }
      ${errorSummary(problem?.message ?? null)}
      <h1>Paiement</h1>
      <p class="amount">${amount}</p>
      ${summaryOf(ctx, session)}
      <form method="post" class="card" aria-label="Carte bancaire">
        ${cardFields(problem)}
        <label for="billingName">Nom du titulaire de la carte</label>
        <input
          id="billingName"
          name="billingName"
          autocomplete="cc-name"
          maxlength="120"
          required
          value="${billingName}"
        />
        <button type="submit">Payer ${amount}</button>
      </form>`,
  );
}

function parseExpiry(written: string): { exp_month: number; exp_year: number } {
  const match = /^\s*(\d{1,2})\s*[/. -]?\s*(\d{2}|\d{4})\s*$/.exec(written);
  const [, month = "0", year = "0"] = match ?? [];
  return {
    exp_month: Number(month),
    exp_year: year.length === 2 ? 2000 + Number(year) : Number(year),
  };
}

/** The intent of this session's earlier tries, or a new one for its first. */
function intentFor(ctx: Context, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const known = ctx.store.get("payment_intent", idOf(session.payment_intent) ?? "");
  if (known !== undefined) return known;
  const detail = ctx.store.get(".session", session.id);
  if (detail === undefined) throw new Error(`Session ${session.id} has no details`);
  const intent = createIntent(ctx, intentOfSession(session, detail));
  ctx.store.put(".intent", { id: intent.id, session: session.id, returnUrl: null });
  ctx.store.put("checkout.session", { ...session, payment_intent: intent.id });
  return intent;
}

function pay(ctx: Context, session: Stripe.Checkout.Session, form: URLSearchParams): Answer {
  const name = form.get("billingName")?.trim() ?? "";
  const outcome = attempt(ctx.store, () => {
    const method = createFromCard(
      ctx,
      {
        number: form.get("cardNumber") ?? "",
        ...parseExpiry(form.get("cardExpiry") ?? ""),
        cvc: form.get("cardCvc") ?? "",
      },
      { name: name === "" ? undefined : name },
    );
    return confirmIntent(
      ctx,
      intentFor(ctx, session),
      method,
      `${ctx.publicUrl}/pay/${session.id}`,
    );
  });
  if (!outcome.ok) {
    const { body, status } = outcome.problem;
    const problem = {
      status,
      message: sayPaymentError(body),
      field: FIELD_OF_PARAM[body.param ?? ""] ?? null,
    };
    return payPage(ctx, findSession(ctx, session.id), problem, name);
  }
  if (outcome.value.status === "requires_action") {
    return redirect(authenticationUrl(ctx, outcome.value));
  }
  return redirect(successUrlOf(session));
}

/** The page on which people pay, in place of Stripe's own. */
export const checkoutPage: PageRoute = {
  segments: ["pay", ":id"],
  show(ctx: Context, { id }: PageRequest): Answer {
    const session = findSession(ctx, id);
    if (session.status !== "open") return closedPage(session);
    const intent = ctx.store.get("payment_intent", idOf(session.payment_intent) ?? "");
    const error = intent?.last_payment_error ?? null;
    const problem =
      error === null ? null : { status: 200, message: sayPaymentError(error), field: null };
    return payPage(ctx, session, problem, "");
  },
  submit(ctx: Context, { id, form }: PageRequest): Answer {
    const session = findSession(ctx, id);
    return session.status === "open" ? pay(ctx, session, form) : closedPage(session);
  },
};
