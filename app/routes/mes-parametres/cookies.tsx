import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { chooseCookies } from "~/accounts/choose-cookies.server";
import { cookieSettingsForm } from "~/accounts/settings-forms.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { Button } from "~/ui/button";
import { CheckboxField } from "~/ui/choices";
import { Form } from "~/ui/form";

const PATH = "/mes-parametres/cookies";

export const meta = pageMeta("Mes cookies", { isPrivate: true });

export const loader = pageLoader(async ({ context }) => {
  const { cookiesSet } = await requireViewer(context);
  return { isAccepted: cookiesSet === true };
});

export const action = formAction(
  intent({
    validator: withZod(cookieSettingsForm),
    async run({ data, context }) {
      const { id } = await requireViewer(context);
      return await redirectWithToast(
        PATH,
        (await chooseCookies(id, data.cookies))
          ? { type: "success", message: "Mise à jour des paramètres faite avec succès." }
          : { type: "blank", message: "Aucun changement détecté." },
      );
    },
  }),
);

export default function Cookies() {
  const { isAccepted } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Mes Cookies</h1>
      <Form action={PATH} className="card panel max-w-formulaire">
        <p>
          Les cookies essentiels vous gardent connecté(e) et transmettent les messages d’une page à
          l’autre. Les autres sont ceux que déposent des tiers&nbsp;: la carte et la recherche
          d’adresse.
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
