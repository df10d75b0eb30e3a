import { useLoaderData } from "@remix-run/react";
import { LoginForm } from "~/accounts/components/login-form";
import { loginInput } from "~/accounts/forms";
import { termsPath } from "~/accounts/terms";
import { logIn } from "~/accounts/log-in.server";
import { keepTarget } from "~/accounts/pending-email.server";
import { followWantedStay } from "~/bookings/reserve/wanted-stay.server";
import { byCookieCheck, isCookieLost } from "~/platform/web/cookies-kept";
import { targetParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { onTheWayTo, safePath } from "~/platform/web/safe-path";
import { AuthLayout } from "~/ui/auth-layout";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

interface Data {
  target: string;
  isCookieLost: boolean;
}

export const meta = pageMeta<Data>("Connexion", {
  description: "Connectez-vous pour réserver un lieu et suivre vos demandes.",
  isRefused: ({ isCookieLost }) => isCookieLost,
});

/** `vers`: the page that asked for a login, to go back to. */
export const loader = pageLoader({ access: "public" }, ({ query, request }): Data => ({
  target: safePath(query.get("vers")),
  isCookieLost: isCookieLost(query, request),
}));

const COOKIE_LOST =
  "Votre navigateur n’a pas gardé le cookie de connexion, sans lequel vous ne pouvez pas rester connecté(e). Autorisez les cookies pour ce site, puis connectez-vous de nouveau.";

export const action = formAction(
  pageForm({
    access: "public",
    params: targetParam,
    limit: "login_address",
    input: loginInput,
    async run({ input, params: { vers }, request, session, ip, now }) {
      const { id: buyerId, isVerified, asksTerms } = await logIn(input, { request, session, now });
      const target = safePath(vers);
      if (!isVerified) {
        await keepTarget(input.email, target, { request, session });
        return { to: "/verification-email" };
      }
      const surroundings = { request, session, ip, now };
      const next = asksTerms
        ? { to: termsPath(target) }
        : ((await followWantedStay({ ...surroundings, buyerId, target })) ?? { to: target });
      return { ...next, to: byCookieCheck(next.to, request) };
    },
  }),
);

export default function Login() {
  const { target, isCookieLost } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(loginInput);
  const issues = summaryOf(errors);
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
            <a className="line-link" href={onTheWayTo(target, "/inscription")}>
              Créez votre compte
            </a>
          </p>
        </>
      }
    >
      <ErrorSummary
        issues={isCookieLost && issues.length === 0 ? [{ message: COOKIE_LOST }] : issues}
      />
      <LoginForm errors={errors} field={field} target={target} />
    </AuthLayout>
  );
}
