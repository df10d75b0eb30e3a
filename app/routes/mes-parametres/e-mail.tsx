import { useLoaderData } from "@remix-run/react";
import { askForEmail, awaitedEmail, changeEmail } from "~/accounts/change-email.server";
import { EmailChange } from "~/accounts/components/email-change";
import { emailChangeInput, emailCodeInput } from "~/accounts/settings-forms";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Changer d’adresse e-mail", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", underView: false },
  async ({ viewer: { id, email }, now }) => ({ email, ...(await awaitedEmail(id, now)) }),
);

const PATH = "/mes-parametres/e-mail";

export const action = formAction({
  ask: pageForm({
    access: "member",
    limit: "new_code_address",
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
  const ask = useFormState(emailChangeInput, "ask");
  const change = useFormState(emailCodeInput, "change");
  return <EmailChange {...useLoaderData<typeof loader>()} ask={ask} change={change} />;
}
