import type { ReactNode } from "react";
import { useIsConfirmed } from "~/admin/use-may";
import type { FormState } from "~/platform/web/form-state";
import { Button, LinkButton } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { ErrorSummary } from "~/ui/error-summary";
import { Form, PostForm } from "~/ui/form";
import { TextareaField, TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";

interface DecisionProps {
  /** The full question. */
  question: string;
  /** Whom or what it is about, where that is more than the question names. */
  subjects?: readonly ReactNode[];
  /** What happens, and what is told to whom. */
  consequences: readonly ReactNode[];
  state: FormState;
  /** Asks for the reason, which the person is told, and for the administrator's password. */
  asks: readonly ("why" | "password")[];
  /** Under the reason, where the person is not told it, or its ground is due (`GROUNDED_WHY`). */
  whyHint?: string;
  /** The verb again; null: what stands in its way is said above, and nothing is asked. */
  confirmLabel: string | null;
  backHref: string;
  /** What can be undone has no red. */
  soft?: boolean;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

const TOLD_WHY = "La personne le lit dans l’e-mail qui lui est envoyé. Il est gardé au journal.";

/** Of what takes something from somebody: the reason has to name what it rests on, as those of a list do by themselves. */
export const GROUNDED_WHY = `Citez l’article de nos conditions ou la loi. ${TOLD_WHY}`;

/** The page that asks before what is not taken back: a question, its consequences, why, and who you are. */
export function Decision(props: DecisionProps) {
  const { question, consequences, state, asks, confirmLabel, backHref, soft, children } = props;
  const { subjects = [], whyHint = TOLD_WHY } = props;
  return (
    <>
      <ErrorSummary issues={summaryOf(state.errors)} />
      <div className={classNames("card panel decision", soft && "decision-soft")}>
        <h1>{question}</h1>
        {[subjects, consequences].map((lines, at) =>
          lines.length > 0 ? (
            <ul key={at}>
              {lines.map((line, index) => (
                <li key={index}>{line}</li>
              ))}
            </ul>
          ) : null,
        )}
        <Form>
          {children}
          {asks.includes("why") && confirmLabel !== null ? (
            <TextareaField {...state.field("why")} label="Motif" hint={whyHint} rows={3} />
          ) : null}
          {asks.includes("password") && confirmLabel !== null ? (
            <OwnPassword state={state} />
          ) : null}
          <div className="row">
            {confirmLabel === null ? null : (
              <Button variant={soft ? "primary" : "danger"}>{confirmLabel}</Button>
            )}
            <LinkButton variant="secondary" href={backHref}>
              Retour
            </LinkButton>
          </div>
        </Form>
      </div>
    </>
  );
}

/**
 * Asks for the administrator's own password, unless they have just given it.
 *
 * @param id of the field, on a page with another one
 */
export function OwnPassword({ state, id }: { state: FormState; id?: string }) {
  if (useIsConfirmed()) return null;
  return (
    <TextField
      {...state.field("currentPassword")}
      id={id}
      label="Votre mot de passe"
      hint="Il n’est plus demandé pendant dix minutes."
      optional={false}
      type="password"
      autoComplete="current-password"
    />
  );
}

/** Has what Stripe says read again, by the page's own `read-stripe`. */
export function ReadStripeForm() {
  return (
    <PostForm>
      <Button variant="secondary" icon="relire" name="intent" value="read-stripe">
        Relire chez Stripe
      </Button>
    </PostForm>
  );
}
