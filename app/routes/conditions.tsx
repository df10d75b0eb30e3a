import { redirect } from "@remix-run/node";
import { acceptTerms } from "~/accounts/accept-terms.server";
import { LogOutForm } from "~/accounts/components/log-out-form";
import { TermsField } from "~/accounts/components/terms-field";
import { termsInput } from "~/accounts/forms";
import { followWantedStay } from "~/bookings/reserve/wanted-stay.server";
import { targetParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { safePath } from "~/platform/web/safe-path";
import { AuthLayout } from "~/ui/auth-layout";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Nos conditions", { isPrivate: true });

export const headers = privateHeaders;

/** In no group: a member's page leads here (guards.server.ts), and who has accepted has nothing to do here. */
export const loader = pageLoader(
  { access: "public", params: targetParam },
  ({ viewer, params: { vers } }) => {
    if (!viewer?.asksTerms) throw redirect(viewer ? safePath(vers) : "/connexion", 303);
    return null;
  },
);

export const action = formAction(
  pageForm({
    access: "user",
    params: targetParam,
    input: termsInput,
    async run({ viewer: { id: buyerId }, params: { vers }, request, session, ip, now }) {
      await acceptTerms(buyerId, now);
      const target = safePath(vers);
      const surroundings = { request, session, ip, now };
      return (await followWantedStay({ ...surroundings, buyerId, target })) ?? { to: target };
    },
  }),
);

export default function Terms() {
  const state = useFormState(termsInput);
  return (
    <AuthLayout
      title="Nos conditions"
      lead={
        <>
          Nous avons créé ce compte pour vous. Avant de vous en servir, lisez nos{" "}
          <a href="/CGU">conditions générales d’utilisation</a> et nos{" "}
          <a href="/CGV">conditions générales de vente</a>.
        </>
      }
      after={
        <>
          <p>Vous ne les acceptez pas&nbsp;? Déconnectez-vous, ou fermez ce compte.</p>
          <p>
            <a className="line-link" href="/mes-parametres/desactiver">
              Fermer ce compte
            </a>
          </p>
          <p>
            <a className="line-link" href="/mes-parametres/mes-donnees">
              Obtenir mes données
            </a>
          </p>
          <LogOutForm />
        </>
      }
    >
      <ErrorSummary issues={summaryOf(state.errors)} />
      <Form>
        <TermsField state={state} />
        <Button wide>Continuer</Button>
      </Form>
    </AuthLayout>
  );
}
