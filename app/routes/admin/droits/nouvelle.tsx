import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { RequestFields } from "~/admin/privacy/components/privacy-parts";
import { requestInput } from "~/admin/privacy/forms";
import { recordRequest } from "~/admin/privacy/record-request.server";
import { Breadcrumb } from "~/admin/records/components/record";
import { todayInParis } from "~/platform/days";
import { searchText } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Enregistrer une demande", { isPrivate: true });

export const loader = pageLoader(
  { access: "privacy.treat", params: z.object({ email: searchText }) },
  ({ params, now }) => ({ email: params.email, today: todayInParis(now) }),
);

export const action = formAction(
  pageForm({
    access: "privacy.treat",
    input: requestInput,
    async run(call) {
      const { input, now } = call;
      const id = await recordRequest({ actor: actorOf(call), ...input, now });
      return { to: `/admin/droits/${id}`, toast: "La demande est enregistrée." };
    },
  }),
);

export default function NewPrivacyRequest() {
  const { email, today } = useLoaderData<typeof loader>();
  const state = useFormState(requestInput);
  return (
    <>
      <ErrorSummary issues={summaryOf(state.errors)} />
      <Breadcrumb href="/admin/droits" list="Droits des personnes" name="Nouvelle demande" />
      <h1>Enregistrer une demande</h1>
      <Form className="max-w-formulaire">
        <p>
          Ce qu’une personne demande sur ses données par courrier, par e-mail ou autrement. Elle
          reçoit un e-mail qui lui dit quand elle aura sa réponse.
        </p>
        <RequestFields state={state} email={email} today={today} />
        <p>
          <Button>Enregistrer la demande</Button>
        </p>
      </Form>
    </>
  );
}
