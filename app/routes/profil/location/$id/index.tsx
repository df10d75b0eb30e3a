import { useLoaderData } from "@remix-run/react";
import { MemberLayout } from "~/accounts/components/member-layout";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { bookingTerms } from "~/bookings/components/booking-terms";
import { ClosedDaysSection } from "~/bookings/components/closed-days-section";
import { VenueWishesSection } from "~/bookings/components/waiting-list";
import { closeDaysInput, rawStayOf, reopenDaysInput } from "~/bookings/forms";
import { managedVenue } from "~/bookings/lists/managed-venue.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { EditForm } from "~/venues/components/edit-form";
import { VenueFacts } from "~/venues/components/venue-facts";
import { venueIssues } from "~/venues/components/venue-issues";
import { WithdrawalSection } from "~/venues/components/withdrawal-section";
import { photoFiles } from "~/venues/draft-photos.server";
import { editVenue } from "~/venues/edit-venue.server";
import { editInput } from "~/venues/venue-input";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ venue }) => venue.title, {
  isPrivate: true,
});

const page = { access: "member", params: idParam } as const;

export const loader = pageLoader(page, async ({ viewer, params, now }) =>
  managedVenue(viewer.id, params.id, now),
);

export const action = formAction({
  update: pageForm({ ...page, files: photoFiles, run: async () => ({ again: "edit" }) }),
  edit: pageForm({
    ...page,
    input: editInput,
    files: photoFiles,
    async run({ input, viewer, params }) {
      await editVenue(viewer.id, params.id, input);
      return { to: "/profil", toast: "Les modifications ont été enregistrées avec succès." };
    },
  }),
  close: pageForm({
    ...page,
    input: closeDaysInput,
    async run({ input, viewer, params, now }) {
      const days = await closeDays(viewer.id, params.id, { raw: rawStayOf(input), now });
      return { to: `/profil/location/${params.id}`, toast: `Votre lieu est fermé ${days}.` };
    },
  }),
  reopen: pageForm({
    ...page,
    input: reopenDaysInput,
    async run({ input, viewer, params }) {
      await reopenDays(viewer.id, params.id, input);
      return {
        to: `/profil/location/${params.id}`,
        toast: "Ces jours peuvent de nouveau être réservés.",
      };
    },
  }),
});

export default function ManageVenue() {
  const { venue, drafts, closed, imported, waiting, limits, policyText } =
    useLoaderData<typeof loader>();
  const { lead, errors } = useFormState(editInput);
  return (
    <MemberLayout>
      <h1>{venue.title}</h1>
      <ErrorSummary lead={lead} issues={venueIssues(errors)} />
      <VenueFacts venue={venue} policyText={policyText} />
      <ClosedDaysSection
        venueId={venue.id}
        closed={closed}
        imported={imported}
        period={venue.time}
        limits={limits}
      />
      <VenueWishesSection waiting={waiting} />
      <EditForm
        venue={venue}
        state={useFormState(editInput, "edit", "update")}
        drafts={drafts}
        terms={bookingTerms}
      />
      <WithdrawalSection venueId={venue.id} />
    </MemberLayout>
  );
}
