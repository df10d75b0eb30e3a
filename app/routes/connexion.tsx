import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { LoginForm } from "~/accounts/components/login-form";
import { loginForm } from "~/accounts/forms";
import { logIn } from "~/accounts/log-in.server";
import { formAction, intent } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { safePath } from "~/platform/web/safe-path";
import { AuthLayout } from "~/ui/auth-layout";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Connexion", {
  description: "Connectez-vous pour réserver un lieu et suivre vos demandes.",
});

/** `vers`: the page that asked for a login, to go back to. */
export function loader({ request }: LoaderFunctionArgs) {
  return { target: safePath(new URL(request.url).searchParams.get("vers")) };
}

export const action = formAction(
  intent({
    validator: withZod(loginForm),
    secrets: ["password"],
    async run({ data, context, request }) {
      const { isVerified } = await logIn(data, { ...context, now: new Date() });
      const target = safePath(new URL(request.url).searchParams.get("vers"));
      return redirect(isVerified ? target : "/verification-email", 303);
    },
  }),
);

export default function Login() {
  const { target } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState();
  return (
    <AuthLayout
      title="Bienvenue"
      lead="Retrouvez vos demandes et vos lieux."
      after={
        <>
          <a className="line-link" href="/verification-email">
            Vous n’avez pas encore vérifié votre adresse e-mail&nbsp;?
          </a>
          <p>
            Pas encore inscrit(e)&nbsp;?{" "}
            <a className="line-link" href="/inscription">
              Créez votre compte
            </a>
          </p>
        </>
      }
    >
      <ErrorSummary issues={summaryOf(errors)} />
      <LoginForm field={field} target={target} />
    </AuthLayout>
  );
}
