import { useLoaderData } from "@remix-run/react";
import { confirmationInput } from "~/admin/admins/forms";
import { confirmActor, confirmedUntil } from "~/admin/audit/actor.server";
import { formatInstant } from "~/platform/days";
import { targetParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { safePath } from "~/platform/web/safe-path";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Confirmer le mot de passe", { isPrivate: true });

export const loader = pageLoader(
  { access: "office.read", params: targetParam },
  ({ viewer, params: { vers }, now }) => {
    const until = confirmedUntil(viewer, now);
    return { target: safePath(vers, "/admin"), until: until && formatInstant(until) };
  },
);

export const action = formAction(
  pageForm({
    access: "office.read",
    params: targetParam,
    input: confirmationInput,
    async run({ viewer, session, params: { vers }, input, now }) {
      await confirmActor({ id: viewer.id, session }, input.currentPassword, now);
      return { to: `/admin/confirmation?vers=${encodeURIComponent(safePath(vers, "/admin"))}` };
    },
  }),
);

export default function Confirmation() {
  const { target, until } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(confirmationInput);
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <h1>Confirmer le mot de passe</h1>
      {until ? (
        <>
          <p>{`C’est bien vous, jusqu’au ${until}.`}</p>
          <p>
            <LinkButton href={target}>Continuer</LinkButton>
          </p>
        </>
      ) : (
        <Form className="max-w-formulaire">
          <p>Un export contient les données de nombreuses personnes. Dites encore qui vous êtes.</p>
          <TextField
            {...field("currentPassword")}
            label="Votre mot de passe"
            hint="Il n’est plus demandé pendant dix minutes."
            optional={false}
            type="password"
            autoComplete="current-password"
          />
          <p>
            <Button>Confirmer</Button>
          </p>
        </Form>
      )}
    </>
  );
}
