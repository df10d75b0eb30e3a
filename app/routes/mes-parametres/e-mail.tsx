import { useLoaderData } from "@remix-run/react";
import { askForEmail, awaitedEmail, changeEmail } from "~/accounts/change-email.server";
import { emailChangeInput, emailCodeInput } from "~/accounts/settings-forms";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { CodeField, TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Changer d’adresse e-mail", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", underView: false },
  async ({ viewer: { id, email }, now }) => ({ email, ...(await awaitedEmail(id, now)) }),
);

const PATH = "/mes-parametres/e-mail";

export const action = formAction({
  ask: pageForm({
    access: "member",
    failure: "newCode",
    input: emailChangeInput,
    async run({ input, viewer, session, now }) {
      await askForEmail(viewer.id, input, { session, now });
      return { to: PATH, toast: "E-mail envoyé, vérifiez votre boîte e-mail" };
    },
  }),
  change: pageForm({
    access: "member",
    limit: "verify_code",
    failure: "verification",
    input: emailCodeInput,
    secrets: ["code"],
    async run({ input: { code }, viewer, session, now }) {
      await changeEmail(viewer.id, code, { session, now });
      return {
        to: PATH,
        toast: "Votre adresse e-mail est changée. Vos autres appareils sont déconnectés.",
      };
    },
  }),
});

export default function Email() {
  const { email, asked, awaited } = useLoaderData<typeof loader>();
  const ask = useFormState(emailChangeInput, "ask");
  const change = useFormState(emailCodeInput, "change");
  return (
    <>
      <div className="stack gap-2">
        <h1>Changer d’adresse e-mail</h1>
        <p className="muted anywhere">Adresse actuelle&nbsp;: {email}</p>
      </div>
      <ErrorSummary issues={[...summaryOf(change.errors), ...summaryOf(ask.errors)]} />
      {awaited ? (
        <FormSection id="verifier" title="Vérifier la nouvelle adresse">
          <p className="anywhere">Saisissez le code à 6 chiffres envoyé à {awaited}.</p>
          <Form action={PATH}>
            <CodeField
              {...change.field("code")}
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
      ) : null}
      <FormSection
        id="nouvelle"
        title={awaited ? "Recevoir un autre code" : "Choisir une nouvelle adresse"}
      >
        <Form action={PATH}>
          <TextField
            {...ask.field("email", asked ?? undefined)}
            label="Nouvelle adresse e-mail"
            type="email"
            autoComplete="email"
            hint="Un code y est envoyé. Votre adresse ne change qu’une fois ce code saisi."
          />
          <TextField
            {...ask.field("currentPassword")}
            label="Mot de passe actuel"
            type="password"
            autoComplete="current-password"
          />
          <Button variant={awaited ? "secondary" : "primary"} name="intent" value="ask">
            Recevoir le code
          </Button>
        </Form>
      </FormSection>
    </>
  );
}
