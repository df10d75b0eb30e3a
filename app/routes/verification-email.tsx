import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NewCodeForm, VerifyForm, Webmails } from "~/accounts/components/verification";
import { codeInput, NEW_CODE_LIMITS, newCodeInput } from "~/accounts/forms";
import { readPendingEmail } from "~/accounts/pending-email.server";
import { sendNewCode } from "~/accounts/send-new-code.server";
import { verifyEmail } from "~/accounts/verify-email.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { AuthLayout } from "~/ui/auth-layout";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Vérification de l’e-mail", { isPrivate: true });

export const headers = privateHeaders;

export const loader = pageLoader({ access: "public" }, async ({ viewer, request }) => {
  if (viewer?.isVerified) throw redirect("/", 303);
  const email = viewer?.email ?? (await readPendingEmail(request))?.email ?? null;
  return { email };
});

export const action = formAction({
  verify: pageForm({
    access: "public",
    limit: "verify_code",
    input: codeInput,
    secrets: ["code"],
    async run({ input: { code }, request, session, now }) {
      const { next } = await verifyEmail(code, { request, session, now });
      return { to: next, toast: "E-mail vérifié avec succès" };
    },
  }),
  resend: pageForm({
    access: "public",
    limit: NEW_CODE_LIMITS,
    input: newCodeInput,
    async run({ input: { email }, request, session, now }) {
      await sendNewCode(email, { request, session, now });
      return { to: "/verification-email", toast: "E-mail envoyé, vérifiez votre boîte e-mail" };
    },
  }),
});

export default function EmailVerification() {
  const { email } = useLoaderData<typeof loader>();
  const verify = useFormState(codeInput, "verify");
  const resend = useFormState(newCodeInput, "resend");
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
