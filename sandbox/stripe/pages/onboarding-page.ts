import type Stripe from "stripe";
import type { Context } from "../core/context";
import type { OnboardingLink } from "../core/records";
import { redirect, type Answer } from "../http/messages";
import { findAccount, setAccountState } from "../resources/accounts";
import { errorSummary, html, messagePage, page, type Html } from "./layout";
import type { PageRequest, PageRoute } from "./page-route";

const FIELDS = [
  { name: "firstName", label: "Prénom", autocomplete: "given-name", hint: null },
  { name: "lastName", label: "Nom", autocomplete: "family-name", hint: null },
  {
    name: "iban",
    label: "IBAN",
    autocomplete: "off",
    hint: "Pour les essais\u00a0: FR14 2004 1010 0505 0001 3M02 606",
  },
] as const;

/** The letters of a test IBAN, without spaces: two letters, two digits, then 11 to 30 signs. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

interface Visit {
  account: Stripe.Account;
  link: OnboardingLink;
}

/** The account and its door, or the way to ask for a new door. */
function open(ctx: Context, { id, query }: PageRequest): Visit | Answer {
  const account = findAccount(ctx, id);
  const link = ctx.store.get(".link", query.get("link") ?? "");
  if (link?.account !== id) {
    return messagePage(404, "Lien inconnu", "Ce lien d’inscription n’existe pas.");
  }
  if (link.used || link.expiresAt <= ctx.clock.now()) return redirect(link.refreshUrl);
  return { account, link };
}

function input(field: (typeof FIELDS)[number], value: string): Html {
  const hintId = `${field.name}-aide`;
  return html`<label for="${field.name}">${field.label}</label>
    ${field.hint === null ? null : html`<span class="hint" id="${hintId}">${field.hint}</span>`}
    <input
      id="${field.name}"
      name="${field.name}"
      ${field.hint === null ? null : html`aria-describedby="${hintId}"`}
      autocomplete="${field.autocomplete}"
      maxlength="120"
      required
      value="${value}"
    />`;
}

function renderForm(status: number, problem: string | null, form: URLSearchParams): Answer {
  return page(
    status,
    `${problem === null ? "" : "Erreur\u00a0: "}Compte de paiement`,
    html`${errorSummary(problem)}
      <h1>Votre compte de paiement</h1>
      <p>Ces informations permettent de vous verser l’argent de vos réservations.</p>
      <form method="post" class="card">
        ${FIELDS.map((field) => input(field, form.get(field.name) ?? ""))}
        <label>
          <input type="checkbox" name="terms" value="yes" required />
          J’accepte les conditions du service de paiement
        </label>
        <button type="submit" name="intent" value="complete">Activer mon compte</button>
        <button type="submit" name="intent" value="pending" class="second">
          Envoyer sans pièce d’identité
        </button>
        <button type="submit" name="intent" value="later" class="second" formnovalidate>
          Terminer plus tard
        </button>
      </form>`,
  );
}

function problemOf(form: URLSearchParams): string | null {
  const empty = FIELDS.find(({ name }) => (form.get(name) ?? "").trim() === "");
  if (empty !== undefined) return `Le champ «\u00a0${empty.label}\u00a0» est obligatoire.`;
  const iban = (form.get("iban") ?? "").replace(/\s/g, "").toUpperCase();
  if (!IBAN.test(iban)) return "L’IBAN n’est pas valide.";
  if (form.get("terms") !== "yes") return "Vous devez accepter les conditions du service.";
  return null;
}

/** The form by which an owner opens their account, in place of Stripe's own. */
export const onboardingPage: PageRoute = {
  segments: ["connect", ":id"],
  show(ctx: Context, request: PageRequest): Answer {
    const visit = open(ctx, request);
    return "status" in visit ? visit : renderForm(200, null, request.form);
  },
  submit(ctx: Context, request: PageRequest): Answer {
    const visit = open(ctx, request);
    if ("status" in visit) return visit;
    const { account, link } = visit;
    const intent = request.form.get("intent");
    if (intent !== "later") {
      const problem = problemOf(request.form);
      if (problem !== null) return renderForm(422, problem, request.form);
      setAccountState(ctx, account.id, intent === "pending" ? "pending" : "active");
    }
    ctx.store.put(".link", { ...link, used: true });
    return redirect(link.returnUrl);
  },
};
