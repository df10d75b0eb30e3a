import type { ComponentProps, ReactNode } from "react";
import { Button, LinkButton } from "./button";
import { Form } from "./form";
import { useEnhance } from "./page-assets";

interface ConfirmPanelProps {
  /** A full question: 'Annuler cette demande ?'. */
  question: string;
  /** What will happen, amounts included. */
  consequence: ReactNode;
  /** The question's verb: 'Annuler la demande'. */
  confirmLabel: string;
  /** Sent as `intent`, so that the action knows which button was pressed. */
  intent: string;
  backHref: string;
  /** `primary` for what can be undone or is not a loss: accepting, publishing. */
  variant?: "danger" | "primary";
  action?: string;
  /** Hidden inputs, a password field, a reason… */
  children?: ReactNode;
}

/** The page that asks before something irreversible: a question, its consequence, two ways out. */
export function ConfirmPanel(props: ConfirmPanelProps) {
  const { question, consequence, confirmLabel, intent, backHref, action, children } = props;
  return (
    <div className="narrow">
      <div className="card panel shadow-flottant" data-question="">
        <h1 className="text-t2">{question}</h1>
        <div className="stack">{consequence}</div>
        <Form action={action}>
          {children}
          <div className="row">
            <Button
              className="grow"
              variant={props.variant ?? "danger"}
              name="intent"
              value={intent}
            >
              {confirmLabel}
            </Button>
            <LinkButton className="grow" variant="secondary" href={backHref} data-back="">
              Retour
            </LinkButton>
          </div>
        </Form>
      </div>
    </div>
  );
}

/** A button-like link to a page with a `ConfirmPanel`; with script, that panel opens as a dialog over the page. */
export function ConfirmLink(props: ComponentProps<typeof LinkButton>) {
  return <LinkButton {...props} {...useEnhance("confirm")} />;
}
