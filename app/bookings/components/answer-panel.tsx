import type { FieldState } from "~/platform/web/form-state";
import { formatEuros } from "~/platform/money";
import { LinkButton } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { TextareaField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";
import type { AnswerKind } from "../answer/answer-page.server";
import type { RequestToAnswer } from "../answer/list-requests-to-answer.server";
import { StateBadge } from "./state-badge";

interface AnswerPanelProps {
  kind: AnswerKind;
  request: RequestToAnswer;
  /** Messages of a refused form, by field. */
  errors: Record<string, string>;
  why: FieldState;
  backHref: string;
}

/** Asks an owner before a request is accepted or refused, or says that it has been. */
export function AnswerPanel({ kind, request, errors, why, backHref }: AnswerPanelProps) {
  if (request.state !== "pending") return <Answered request={request} backHref={backHref} />;
  const accepts = kind === "accepter";
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={accepts ? "Accepter cette demande\u00a0?" : "Refuser cette demande\u00a0?"}
        consequence={
          <>
            <p>{`${request.venueTitle}, ${request.periodText}, pour ${request.buyer}`}</p>
            <p>
              {accepts
                ? `Le paiement est encaissé et vous recevez ${formatEuros(request.ownerShare)}.`
                : "Ce qui est réservé sur la carte est libéré sans être débité, et vos dates sont de nouveau libres."}
            </p>
            {request.answerBy ? (
              <p className="hint">{`Réponse attendue avant le ${request.answerBy}.`}</p>
            ) : null}
          </>
        }
        confirmLabel={accepts ? "Accepter la demande" : "Refuser la demande"}
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

function Answered({ request, backHref }: Pick<AnswerPanelProps, "request" | "backHref">) {
  return (
    <div className="narrow">
      <div className="card panel">
        <h1 className="text-t2">Cette demande a déjà reçu une réponse.</h1>
        <p>{`${request.venueTitle}, ${request.periodText}, pour ${request.buyer}`}</p>
        <p>
          <StateBadge tone={request.tone} label={request.label} />
        </p>
        <LinkButton variant="secondary" href={backHref}>
          Retour
        </LinkButton>
      </div>
    </div>
  );
}
