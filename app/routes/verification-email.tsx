import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { NewCodeForm, VerifyForm, Webmails } from "~/accounts/components/verification";
import { readPendingEmail } from "~/accounts/pending-email.server";
import { codeForm, newCodeForm } from "~/accounts/recovery-forms.server";
import { sendNewCode } from "~/accounts/send-new-code.server";
import { verifyEmail } from "~/accounts/verify-email.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { redirectWithToast } from "~/platform/web/toast.server";
import { AuthLayout } from "~/ui/auth-layout";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Vérification de l’e-mail", { isPrivate: true });

export const headers = privateHeaders;

export const loader = pageLoader(async ({ request, context: { session } }) => {
  const viewer = session.present ? await session.viewer() : null;
  if (viewer?.isVerified) throw redirect("/", 303);
  const email = viewer?.email ?? (await readPendingEmail(request))?.email ?? null;
  return { email };
});

export const action = formAction({
  verify: intent({
    validator: withZod(codeForm),
    secrets: ["code"],
    async run({ data, context, request }) {
      const { next } = await verifyEmail(data.code, { ...context, request, now: new Date() });
      return await redirectWithToast(next, {
        type: "success",
        message: "E-mail vérifié avec succès",
      });
    },
  }),
  resend: intent({
    validator: withZod(newCodeForm),
    async run({ data, context, request }) {
      await sendNewCode(data.email, { ...context, request, now: new Date() });
      return await redirectWithToast("/verification-email", {
        type: "success",
        message: "E-mail envoyé, vérifiez votre boîte e-mail",
      });
    },
  }),
});

export default function EmailVerification() {
  const { email } = useLoaderData<typeof loader>();
  const verify = useFormState("verify");
  const resend = useFormState("resend");
  return (
    <AuthLayout
      title="Vérifiez votre e-mail"
      lead={
        email
          ? `Saisissez le code à 6 chiffres envoyé à ${email}.`
          : "Saisissez le code à 6 chiffres reçu par e-mail."
      }
      illustration="jardin"
    >
      <ErrorSummary issues={summaryOf({ ...verify.errors, ...resend.errors })} />
      <VerifyForm state={verify} />
      <Webmails />
      <NewCodeForm state={resend} email={email} />
    </AuthLayout>
  );
}
