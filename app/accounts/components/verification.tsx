import type { FormState } from "~/platform/web/form-state";
import { AuthLayout } from "~/ui/auth-layout";
import { Button, LinkButton } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { ErrorSummary, type FieldIssue } from "~/ui/error-summary";
import { CodeField, TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";
import { LogOutForm } from "./log-out-form";

/** Of the page's two e-mail fields, the one of the form that asks for another code. */
const RESEND_EMAIL = "email-renvoi";

interface VerificationViewProps {
  /** The address that the code went to; null where nothing tells whose it is. */
  email: string | null;
  isLoggedIn: boolean;
  verify: FormState;
  resend: FormState;
}

/** Asks for the code, or sends another one. */
export function VerificationView({ email, isLoggedIn, verify, resend }: VerificationViewProps) {
  return (
    <AuthLayout
      title="Vérifiez votre e-mail"
      lead={
        email
          ? `Saisissez le code à 6 chiffres envoyé à ${email}.`
          : "Saisissez l’adresse e-mail de votre inscription et le code à 6 chiffres que vous y avez reçu."
      }
      illustration="jardin"
      after={
        isLoggedIn ? (
          <LogOutForm />
        ) : (
          <p>
            E-mail déjà vérifié&nbsp;?{" "}
            <a className="line-link" href="/connexion">
              Connexion
            </a>
          </p>
        )
      }
    >
      <ErrorSummary issues={verificationIssues(verify, resend)} />
      <VerifyForm state={verify} asksEmail={email === null} />
      <Webmails />
      <NewCodeForm state={resend} email={email} />
    </AuthLayout>
  );
}

/** The summary of what either form of the page was refused for. */
function verificationIssues(verify: FormState, resend: FormState): FieldIssue[] {
  return [
    ...summaryOf(verify.errors),
    ...summaryOf(resend.errors).map((issue) => ({ ...issue, field: issue.field && RESEND_EMAIL })),
  ];
}

const WEBMAILS = [
  { name: "Gmail", href: "https://mail.google.com/" },
  { name: "Outlook", href: "https://outlook.live.com/mail/" },
];

/**
 * Takes the code of six digits that was mailed, and the address where nothing tells whose it is. Posts to
 * the page's own address, with the mailed link in it.
 */
function VerifyForm({ state, asksEmail }: { state: FormState; asksEmail: boolean }) {
  return (
    <Form>
      {asksEmail ? (
        <TextField
          {...state.field("email")}
          label="Adresse e-mail"
          type="email"
          autoComplete="email"
          optional={false}
        />
      ) : null}
      <CodeField
        {...state.field("code")}
        label="Code de vérification"
        hint={
          <>
            Il est valable 15&nbsp;minutes, pour 5 essais. Le bouton du message fonctionne aussi sur
            un autre appareil.{" "}
            <span className="with-script">Le sixième chiffre saisi l’envoie.</span>
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
function Webmails() {
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
function NewCodeForm({ state, email }: { state: FormState; email: string | null }) {
  return (
    <Disclosure
      summary="Vous n’avez pas reçu votre e-mail&nbsp;?"
      open={Object.keys(state.errors).length > 0}
    >
      <Form className="pt-4">
        <TextField
          {...state.field("email", email ?? undefined)}
          id={RESEND_EMAIL}
          label="Adresse e-mail pour le nouveau code"
          type="email"
          autoComplete="email"
          hint="Un code part au plus une fois par minute. Seul le dernier reçu est sûr d’être le bon."
        />
        <Button variant="secondary" wide name="intent" value="resend">
          Renvoyer le code
        </Button>
      </Form>
    </Disclosure>
  );
}
