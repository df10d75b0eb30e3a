import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { AccountSection } from "~/payments/components/account-section";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, formAgain, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { PublishConfirmation } from "~/venues/components/publish-confirmation";
import { PublishForm } from "~/venues/components/publish-form";
import { draftPictures } from "~/venues/draft-photos.server";
import { publishForm, unfinishedForm } from "~/venues/forms";
import { publishVenue } from "~/venues/publish-venue.server";
import { withPhotos } from "~/venues/with-photos.server";

/** The step between the form and the publication. */
const CONFIRM = "confirm";

export const meta = pageMeta("Référencer mon lieu", { isPrivate: true });

export const loader = pageLoader(async ({ context }) => {
  const { id, stripeStats } = await requireViewer(context);
  return { status: stripeStats, drafts: await draftPictures(id) };
});

export const action = formAction({
  update: intent({
    ...withPhotos,
    validator: withZod(unfinishedForm),
    run: async ({ form }) => formAgain(form, "update"),
  }),
  review: intent({
    ...withPhotos,
    validator: withZod(publishForm),
    run: async ({ form }) => formAgain(form, CONFIRM),
  }),
  publish: intent({
    validator: withZod(publishForm),
    async run({ data, context }) {
      await publishVenue((await requireViewer(context)).id, data, new Date());
      return await redirectWithToast("/profil", {
        type: "success",
        message: "Publication envoyée avec succès\u00a0!",
      });
    },
  }),
});

export default function PublishVenue() {
  const { status, drafts } = useLoaderData<typeof loader>();
  const state = useFormState();
  if (state.step === CONFIRM) {
    return (
      <MemberLayout>
        <PublishConfirmation values={state.values} drafts={drafts} />
      </MemberLayout>
    );
  }
  return (
    <MemberLayout>
      <h1>Référencer mon lieu</h1>
      <PublishForm
        state={state}
        drafts={drafts}
        hasAccount={status !== undefined}
        account={<AccountSection status={status} />}
      />
    </MemberLayout>
  );
}
