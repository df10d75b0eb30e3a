import type { FieldState } from "~/platform/web/form-state";
import { formatEuros } from "~/platform/money";
import { LinkButton } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { TextareaField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";
import type { AnswerKind } from "../answer/answer-page.server";
import type { ChangeToAnswer } from "../change/answer-change.server";

interface ChangeAnswerProps extends ChangeToAnswer {
  kind: AnswerKind;
  /** Messages of a refused form, by field. */
  errors: Record<string, string>;
  why: FieldState;
  backHref: string;
}

/** Asks an owner before new dates are accepted or refused, or says that none wait any more. */
export function ChangeAnswerPanel(props: ChangeAnswerProps) {
  const { kind, request, change, errors, why, backHref } = props;
  if (!change) return <NoneWaits request={request} backHref={backHref} />;
  const accepts = kind === "accepter";
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={accepts ? "Accepter ces dates\u00a0?" : "Refuser ces dates\u00a0?"}
        consequence={
          <>
            <p>{`${request.venueTitle}, pour ${request.buyer}\u00a0: ${change.to} (avant\u00a0: ${request.periodText}).`}</p>
            <p>
              {accepts
                ? `Vous recevez ${formatEuros(change.ownerShare)} au lieu de ${formatEuros(request.ownerShare)}, et les anciennes dates sont de nouveau libres.`
                : "La réservation reste comme elle est, et les dates demandées sont de nouveau libres."}
            </p>
            <p className="hint">{`Réponse attendue avant le ${change.until}.`}</p>
          </>
        }
        confirmLabel={accepts ? "Accepter les dates" : "Refuser les dates"}
        variant={accepts ? "primary" : "danger"}
        intent={kind}
        backHref={backHref}
      >
        {accepts ? null : (
          <TextareaField
            {...why}
            label="Motif"
            hint="Il est montré à la personne qui a fait la demande."
            rows={3}
          />
        )}
      </ConfirmPanel>
    </>
  );
}

function NoneWaits({ request, backHref }: Pick<ChangeAnswerProps, "request" | "backHref">) {
  return (
    <div className="narrow">
      <div className="card panel">
        <h1 className="text-t2">Aucun changement de dates n’attend votre réponse.</h1>
        <p>{`${request.venueTitle}, ${request.periodText}, pour ${request.buyer}`}</p>
        <p>
          <a href={`/mes-locations/demandes/${request.id}`}>Voir la réservation</a>
        </p>
        <LinkButton variant="secondary" href={backHref}>
          Retour
        </LinkButton>
      </div>
    </div>
  );
}
