import type { FormState } from "~/platform/web/form-state";
import { reasonLine } from "~/rules/reason";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { TextareaField } from "~/ui/inputs";
import { pictureUrl } from "~/ui/picture";
import type { AppealPage } from "../appeal.server";
import { WHO_READS } from "../appeal-limit";
import { APPEAL_MAX } from "../forms";

interface AppealPanelProps {
  decision: AppealPage;
  state: FormState;
}

/** What was said against a decision, and how that ended. */
function Said({ text, at, answer }: NonNullable<AppealPage["appeal"]>) {
  return (
    <>
      <p>{`Vous avez écrit le ${at}\u00a0:`}</p>
      <p className="whitespace-pre-line">{text}</p>
      {answer ? (
        <>
          <p>
            <b>{`${answer.outcome}.`}</b>
          </p>
          <p className="whitespace-pre-line">{`Notre réponse\u00a0: ${answer.why}`}</p>
        </>
      ) : (
        <p>{WHO_READS}</p>
      )}
    </>
  );
}

/** A decision, and what was said against it, or may still be. */
export function AppealPanel({ decision, state }: AppealPanelProps) {
  const { what, photo, why, decidedOn, until, standing, appeal, isLate } = decision;
  const isTakenBack = appeal?.answer?.isTakenBack;
  return (
    <div className="card panel">
      <p>
        <b>{what}</b>
      </p>
      {photo ? (
        <img
          className="aspect-photo w-full rounded-champ bg-pierre-100 object-contain"
          src={pictureUrl(photo.id, 640)}
          alt={photo.name}
          width={640}
          height={480}
        />
      ) : null}
      <p>{`Décidé le ${decidedOn}.`}</p>
      <p className="whitespace-pre-line">{reasonLine(why)}</p>
      {appeal ? <Said {...appeal} /> : null}
      {standing === "another" ? <p>Une décision plus récente est en vigueur.</p> : null}
      {standing === "over" && !isTakenBack ? <p>Cette mesure n’a plus d’effet.</p> : null}
      {appeal || standing !== "stands" ? null : isLate ? (
        <p>{`Cette décision pouvait être contestée jusqu’au ${until}.`}</p>
      ) : (
        <Form>
          <TextareaField
            {...state.field("text")}
            label="Pourquoi cette décision est à revoir"
            hint={`Notre équipe vous lit, une fois. ${APPEAL_MAX} caractères au plus, jusqu’au ${until}.`}
            rows={8}
            counted={APPEAL_MAX}
          />
          <Button wide>Envoyer le recours</Button>
        </Form>
      )}
    </div>
  );
}
