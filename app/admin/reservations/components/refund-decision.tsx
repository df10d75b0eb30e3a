import { Decision } from "~/admin/records/components/decision";
import type { FormState } from "~/platform/web/form-state";
import { isAllContested, partContested } from "~/bookings/components/refund-text";
import { formatEuros } from "~/platform/money";
import { REFUND_TIME } from "~/rules/money-words";
import type { RefundPreview } from "../reservation-record.server";
import { LinkButton } from "~/ui/button";
import { ErrorSummary, type FieldIssue } from "~/ui/error-summary";
import { BalanceBar } from "./balance-bar";
import { AmountForm } from "./reservation-parts";

/**
 * When the buyer has it: a dispute stands in the way of its own payment until the bank has decided, and for good once it is lost;
 * what other payments give back goes at once.
 */
function arrivalText(sum: string, preview: RefundPreview): string {
  const { paid, decided, due, contested, chargedBack, isOnePayment } = preview;
  const arrives = `${sum} sur sa carte, sous ${REFUND_TIME}, et un avoir.`;
  if (contested > 0) {
    // What is due still is not back.
    const alreadyBack = decided - due.awaited;
    if (!isOnePayment && !isAllContested({ paid, alreadyBack }, contested))
      return `L’acheteur reçoit ${arrives} ${partContested(contested)}`;
    return `L’acheteur conteste ${formatEuros(contested)} auprès de sa banque, qui décide d’abord. Si elle maintient le paiement, il reçoit ensuite ${arrives}`;
  }
  return chargedBack > 0
    ? `La banque de l’acheteur a repris ${formatEuros(chargedBack)}\u00a0: notre prestataire refuse alors de rembourser le paiement repris. Ce qu’il refuse paraît dans la file À traiter, à rendre par un autre moyen.`
    : `L’acheteur reçoit ${arrives}`;
}

/** What was granted before, and where that is. */
function grantedTexts(preview: RefundPreview): string[] {
  const { decided, chargedBack, due, paid, left, asked } = preview;
  const { awaited, givenUp } = due;
  const isOfBanks = chargedBack > 0 ? ", ou repris par la banque," : "";
  return [
    `${formatEuros(decided)} sont déjà accordés${isOfBanks} sur ${formatEuros(paid)}\u00a0; ${formatEuros(left)} au plus peuvent encore être accordés.`,
    ...(awaited > 0 && asked
      ? [
          `De ce qui est déjà accordé, ${formatEuros(awaited)} ne sont pas encore rendus\u00a0: ils sont dus eux aussi, soit ${asked.inAll} en tout.`,
        ]
      : []),
    ...(givenUp > 0
      ? [
          `De ce qui est déjà accordé, ${formatEuros(givenUp)} n’ont pas pu être rendus sur la carte, et leur dossier est classé\u00a0: ils n’y repartent pas.`,
        ]
      : []),
  ];
}

/** Why another amount is asked for: the form said one that cannot be given back any more, or the address does. */
function amountIssues({ problem }: RefundPreview, { errors }: FormState): FieldIssue[] {
  const told = errors.form === undefined ? [] : [{ message: errors.form }];
  return problem === null ? told : [...told, { field: "montant", message: problem }];
}

/** What was written in a form that is gone: the next page asks for it anew. */
function TypedReason({ form: { values } }: { form: FormState }) {
  const { why } = values;
  if (!why) return null;
  return (
    <p className="anywhere">{`Le motif que vous aviez écrit\u00a0: «\u00a0${String(why)}\u00a0».`}</p>
  );
}

/** Asks for the amount first, with the ceiling; then whether to give it back, and what that does. */
export function RefundDecision({ preview, form }: { preview: RefundPreview; form: FormState }) {
  const { id, reference, what, buyer, state, decided, left, asked } = preview;
  const path = `/admin/reservation/${id}`;
  if (!asked) {
    return (
      <>
        <ErrorSummary issues={amountIssues(preview, form)} />
        <div className="card panel decision">
          <h1>Rembourser au-delà de la politique</h1>
          <p>{`Réservation ${reference}, ${what}.`}</p>
          <TypedReason form={form} />
          {left > 0 ? (
            <AmountForm path={path} {...preview} />
          ) : (
            <p>Il ne reste rien à rembourser.</p>
          )}
          <p>
            <LinkButton variant="secondary" href={path}>
              Retour
            </LinkButton>
          </p>
        </div>
      </>
    );
  }
  return (
    <Decision
      question={`Rembourser ${asked.text} à ${buyer}\u00a0?`}
      consequences={[
        `Réservation ${reference}, ${what}\u00a0: elle reste «\u00a0${state}\u00a0».`,
        arrivalText(asked.text, preview),
        ...grantedTexts(preview),
        `Repris\u00a0: ${asked.owner} au propriétaire, ${asked.platform} à la plateforme.`,
        "Les deux sont prévenus par e-mail, avec le motif. Un remboursement parti ne se reprend pas.",
      ]}
      state={form}
      asks={["why", "password"]}
      whyHint="Les deux le lisent dans leur e-mail. Il est gardé au journal."
      confirmLabel={`Rembourser ${asked.text}`}
      backHref={path}
    >
      <input type="hidden" name="amount" value={asked.amount} />
      <input type="hidden" name="decided" value={decided} />
      <div className="balance-after">
        <p>
          <b>Après ce remboursement</b>
        </p>
        <BalanceBar balance={asked.after} />
      </div>
    </Decision>
  );
}
