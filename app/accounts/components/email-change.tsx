import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { CodeField, TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";

interface EmailChangeProps {
  /** The account's address. */
  email: string;
  /** The one that a code went to, also when its time is over; null when none did. */
  asked: string | null;
  /** The same while its code is awaited. */
  awaited: string | null;
  ask: FormState;
  change: FormState;
}

/** Asks for the code that was sent to a new address, and takes the address that a code is sent to. */
export function EmailChange({ email, asked, awaited, ask, change }: EmailChangeProps) {
  return (
    <>
      <div className="stack gap-2">
        <h1>Changer d’adresse e-mail</h1>
        <p className="muted anywhere">Adresse actuelle&nbsp;: {email}</p>
      </div>
      <ErrorSummary issues={[...summaryOf(change.errors), ...summaryOf(ask.errors)]} />
      {awaited ? <VerifyAddress awaited={awaited} state={change} /> : null}
      <NewAddress asked={asked} awaited={awaited} state={ask} />
    </>
  );
}

function VerifyAddress({ awaited, state }: { awaited: string; state: FormState }) {
  return (
    <FormSection id="verifier" title="Vérifier la nouvelle adresse">
      <p className="anywhere">Saisissez le code à 6 chiffres envoyé à {awaited}.</p>
      <Form>
        <CodeField
          {...state.field("code")}
          label="Code de vérification"
          hint={
            <>
              Il est valable 15&nbsp;minutes, pour 5 essais. Vos autres appareils seront
              déconnectés.
            </>
          }
        />
        <Button name="intent" value="change">
          Vérifier l’adresse
        </Button>
      </Form>
    </FormSection>
  );
}

interface NewAddressProps extends Pick<EmailChangeProps, "asked" | "awaited"> {
  state: FormState;
}

function NewAddress({ asked, awaited, state }: NewAddressProps) {
  return (
    <FormSection
      id="nouvelle"
      title={awaited ? "Recevoir un autre code" : "Choisir une nouvelle adresse"}
    >
      <Form>
        <TextField
          {...state.field("email", asked ?? undefined)}
          label="Nouvelle adresse e-mail"
          type="email"
          autoComplete="email"
          hint="Un code y est envoyé. Votre adresse ne change qu’une fois ce code saisi."
        />
        <TextField
          {...state.field("currentPassword")}
          label="Mot de passe actuel"
          type="password"
          autoComplete="current-password"
        />
        <Button variant={awaited ? "secondary" : "primary"} name="intent" value="ask">
          Recevoir le code
        </Button>
      </Form>
    </FormSection>
  );
}
