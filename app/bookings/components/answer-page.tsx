import { useFormState } from "~/platform/web/form-state";
import { LinkButton } from "~/ui/button";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { TextareaField } from "~/ui/inputs";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";
import type { AnswerKind } from "../answer/answer-page.server";
import { answerInput } from "../answer/forms";
import type { AnswerTexts } from "./answer-texts";
import { KeepClosedField } from "./keep-closed-field";
import { StateBadge } from "./state-badge";

interface AnswerPageProps {
  kind: AnswerKind;
  texts: AnswerTexts;
  backHref: string;
}

/** Asks an owner before they say yes or no, or says that no answer is awaited any more. */
export function AnswerPage(props: AnswerPageProps) {
  return (
    <Main className="frame section stack">
      {props.texts.over ? <Over {...props} over={props.texts.over} /> : <Question {...props} />}
    </Main>
  );
}

function Question({ kind, texts, backHref }: AnswerPageProps) {
  const { errors, field, values } = useFormState(answerInput);
  const { question, consequence, confirmLabel } = texts.answers[kind];
  const refuses = kind === "refuser";
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={question}
        consequence={
          <>
            <p>{texts.about}</p>
            <p>{consequence}</p>
            {texts.until ? (
              <p className="hint">{`Réponse attendue avant le ${texts.until}.`}</p>
            ) : null}
          </>
        }
        confirmLabel={confirmLabel}
        variant={refuses ? "danger" : "primary"}
        intent={kind}
        backHref={backHref}
      >
        {texts.asked ? <input type="hidden" name="asked" value={texts.asked} /> : null}
        {refuses ? (
          <>
            {texts.takesReason ? (
              <TextareaField
                {...field("why")}
                label="Motif"
                hint="Il est montré à la personne qui a fait la demande."
                rows={3}
              />
            ) : null}
            <KeepClosedField isTicked={values.keepClosed !== undefined} />
          </>
        ) : null}
      </ConfirmPanel>
    </>
  );
}

function Over({
  texts,
  over,
  backHref,
}: AnswerPageProps & { over: NonNullable<AnswerTexts["over"]> }) {
  return (
    <div className="narrow">
      <div className="card panel">
        <h1 className="text-t2">{over.title}</h1>
        <p>{texts.about}</p>
        {over.text ? <p>{over.text}</p> : null}
        {over.badge ? (
          <p>
            <StateBadge {...over.badge} />
          </p>
        ) : null}
        <p>
          <a href={`/mes-locations/demandes/${texts.request.id}`}>Voir la réservation</a>
        </p>
        <LinkButton variant="secondary" href={backHref}>
          Retour
        </LinkButton>
      </div>
    </div>
  );
}
