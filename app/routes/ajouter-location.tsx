import { useLoaderData } from "@remix-run/react";
import { IdentityMissing } from "~/accounts/components/identity-missing";
import { MemberLayout } from "~/accounts/components/member-layout";
import { lackingIdentity } from "~/accounts/lacking-identity.server";
import { bookingTerms } from "~/bookings/components/booking-terms";
import { AccountSection } from "~/payments/components/account-section";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { PublishConfirmation } from "~/venues/components/publish-confirmation";
import { PublishForm } from "~/venues/components/publish-form";
import { draftPictures, photoFiles } from "~/venues/draft-photos.server";
import { publishVenue } from "~/venues/publish-venue.server";
import { publishInput } from "~/venues/venue-input";

/** The step between the form and the publication. */
const CONFIRM = "confirm";

export const meta = pageMeta("Référencer mon lieu", { isPrivate: true });

export const loader = pageLoader({ access: "member" }, async ({ viewer }) => {
  const [drafts, lacking] = await Promise.all([
    draftPictures(viewer.id),
    lackingIdentity(viewer.id),
  ]);
  return { status: viewer.stripeStats, drafts, lacking };
});

export const action = formAction({
  // Sent before it is finished: nothing is asked of it yet.
  update: pageForm({
    access: "member",
    mine: true,
    files: photoFiles,
    run: async () => ({ again: "update" }),
  }),
  review: pageForm({
    access: "member",
    mine: true,
    input: publishInput,
    files: photoFiles,
    run: async () => ({ again: CONFIRM }),
  }),
  publish: pageForm({
    access: "member",
    mine: true,
    input: publishInput,
    async run({ input, viewer, now }) {
      await publishVenue(viewer.id, input, now);
      return { to: "/profil", toast: "Publication envoyée avec succès\u00a0!" };
    },
  }),
});

export default function PublishVenue() {
  const { status, drafts, lacking } = useLoaderData<typeof loader>();
  const state = useFormState(publishInput);
  if (state.step === CONFIRM) {
    return (
      <MemberLayout>
        <PublishConfirmation values={state.values} drafts={drafts} terms={bookingTerms} />
      </MemberLayout>
    );
  }
  return (
    <MemberLayout>
      <h1>Référencer mon lieu</h1>
      <PublishForm
        state={state}
        drafts={drafts}
        terms={bookingTerms}
        mayPublish={status !== undefined && Object.keys(lacking).length === 0}
        account={
          <>
            <IdentityMissing errors={{ ...lacking, ...state.errors }} />
            <AccountSection status={status} />
          </>
        }
      />
    </MemberLayout>
  );
}
