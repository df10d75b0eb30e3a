import { useLoaderData } from "@remix-run/react";
import { chooseCookies } from "~/accounts/choose-cookies.server";
import { cookieSettingsInput } from "~/accounts/settings-forms";
import { choiceEnds, standingChoice } from "~/platform/cookie-choice";
import { cookieProvider } from "~/platform/cookie-provider.server";
import { formatDay, todayInParis } from "~/platform/days";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { useSite } from "~/platform/web/use-site";
import { WhoseField } from "~/platform/web/shown-field";
import { Button } from "~/ui/button";
import { CheckboxField } from "~/ui/choices";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/mes-parametres/cookies";

export const meta = pageMeta("Mes cookies", { isPrivate: true });

export const loader = pageLoader({ access: "member" }, ({ viewer, now }) => {
  const choice = standingChoice(viewer, todayInParis(now), cookieProvider());
  const ends = choiceEnds(viewer);
  return {
    isAccepted: choice === true,
    /** The day on which the choice is asked for again; null: there is none that holds. */
    askedAgain: choice === undefined || ends === null ? null : formatDay(ends),
  };
});

export const action = formAction(
  pageForm({
    access: "member",
    mine: true,
    failure: "settings",
    input: cookieSettingsInput,
    async run({ input: { cookies, cookiesOf }, viewer: { id }, now }) {
      const isChanged = await chooseCookies(id, cookies, cookiesOf, now);
      return {
        to: PATH,
        toast: isChanged
          ? "Mise à jour des paramètres faite avec succès."
          : { type: "blank", message: "Aucun changement détecté." },
      };
    },
  }),
);

export default function Cookies() {
  const { isAccepted, askedAgain } = useLoaderData<typeof loader>();
  const { errors } = useFormState(cookieSettingsInput);
  const { maps } = useSite();
  return (
    <>
      <h1>Mes Cookies</h1>
      <ErrorSummary issues={summaryOf(errors)} />
      <Form action={PATH} className="card panel max-w-formulaire">
        <WhoseField />
        {maps ? <input type="hidden" name="cookiesOf" value="Google" /> : null}
        <p>
          Les cookies essentiels vous gardent connecté(e) et transmettent les messages d’une page à
          l’autre. Les autres sont ceux que déposent des tiers&nbsp;: la carte des lieux et la
          recherche d’adresse.{" "}
          {maps ? (
            <>
              C’est Google qui les dépose&nbsp;: voir{" "}
              <a className="line-link" href="/politique">
                Données personnelles
              </a>
              .
            </>
          ) : (
            "Le site n’en charge aucun pour le moment."
          )}
        </p>
        <p className="hint">
          {askedAgain
            ? `Votre choix vous sera redemandé le ${askedAgain}.`
            : "Votre choix vaudra six mois, puis il vous sera redemandé. Sans choix, ils ne sont pas chargés."}
        </p>
        <CheckboxField
          name="cookies"
          label="Accepter les cookies non essentiels"
          defaultChecked={isAccepted}
          optional
        />
        <Button>Sauvegarder</Button>
      </Form>
    </>
  );
}
