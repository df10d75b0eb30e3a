import type { FormState } from "~/platform/web/form-state";
import { Button, LinkButton } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { CodeField, TextField } from "~/ui/inputs";

const WEBMAILS = [
  { name: "Gmail", href: "https://mail.google.com/" },
  { name: "Outlook", href: "https://outlook.live.com/mail/" },
];

/** Takes the code of six digits that was mailed. */
export function VerifyForm({ state }: { state: FormState }) {
  return (
    <Form noValidate>
      <CodeField
        {...state.field("code")}
        label="Code de vérification"
        hint={
          <>
            Il est valable 15 minutes, pour 5 essais.
            <span className="hidden [@media(scripting:enabled)]:inline">
              {" "}
              Le sixième chiffre saisi l’envoie.
            </span>
          </>
        }
      />
      <Button wide name="intent" value="verify">
        Vérifier l’e-mail
      </Button>
    </Form>
  );
}

/** Shortcuts to where the code probably waits; each opens beside the page that awaits it. */
export function Webmails() {
  return (
    <div className="row">
      {WEBMAILS.map(({ name, href }) => (
        <LinkButton
          key={name}
          variant="secondary"
          icon="enveloppe"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          Ouvrir {name}
          <span className="sr-only"> (nouvelle fenêtre)</span>
        </LinkButton>
      ))}
    </div>
  );
}

/** Asks for another code; open when it was refused. */
export function NewCodeForm({ state, email }: { state: FormState; email: string | null }) {
  return (
    <Disclosure
      summary="Vous n’avez pas reçu votre e-mail&nbsp;?"
      open={Object.keys(state.errors).length > 0}
    >
      <Form noValidate className="pt-4">
        <TextField
          {...state.field("email", email ?? undefined)}
          label="Adresse e-mail"
          type="email"
          autoComplete="email"
          hint="Un nouveau code part au plus une fois par minute&nbsp;; il remplace le précédent."
        />
        <Button variant="secondary" wide name="intent" value="resend">
          Renvoyer le code
        </Button>
      </Form>
    </Disclosure>
  );
}
