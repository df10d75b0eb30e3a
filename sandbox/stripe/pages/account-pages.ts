import type { Context } from "../core/context";
import { missing } from "../core/errors";
import { idOf } from "../core/ids";
import { formatMoney } from "../core/money";
import type { Answer } from "../http/messages";
import { findAccount } from "../resources/accounts";
import { html, page } from "./layout";
import type { PageRequest, PageRoute } from "./page-route";

/** What an owner sees behind a login link: what they received. */
export const dashboardPage: PageRoute = {
  segments: ["express", ":id"],
  show(ctx: Context, { id }: PageRequest): Answer {
    const account = findAccount(ctx, id);
    const transfers = ctx.store
      .all("transfer")
      .filter((transfer) => idOf(transfer.destination) === id);
    const fees = ctx.store.all("application_fee").filter((fee) => idOf(fee.account) === id);
    const received = transfers.reduce((sum, row) => sum + row.amount - row.amount_reversed, 0);
    const platformFees = fees.reduce((sum, row) => sum + row.amount - row.amount_refunded, 0);
    return page(
      200,
      "Compte de paiement",
      html`<h1>Votre compte de paiement</h1>
        <section class="card">
          <dl>
            <dt>Compte</dt>
            <dd>${account.email ?? account.id}</dd>
            <dt>Virements</dt>
            <dd>${account.payouts_enabled ? "actifs" : "inactifs"}</dd>
            <dt>Paiements reçus</dt>
            <dd>${transfers.length}</dd>
            <dt>Solde</dt>
            <dd>${formatMoney(received - platformFees, "eur")}</dd>
          </dl>
        </section>`,
    );
  },
};

/** The receipt that a charge's `receipt_url` leads to. */
export const receiptPage: PageRoute = {
  segments: ["receipts", ":id"],
  show(ctx: Context, { id }: PageRequest): Answer {
    const charge = ctx.store.get("charge", id);
    if (charge === undefined) throw missing("charge", id);
    return page(
      200,
      "Reçu",
      html`<h1>Reçu</h1>
        <p class="amount">${formatMoney(charge.amount, charge.currency)}</p>
        <section class="card">
          <dl>
            <dt>Carte</dt>
            <dd>•••• ${charge.payment_method_details?.card?.last4 ?? ""}</dd>
            <dt>Remboursé</dt>
            <dd>${formatMoney(charge.amount_refunded, charge.currency)}</dd>
          </dl>
        </section>`,
    );
  },
};
