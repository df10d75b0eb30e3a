import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { ClosedDaysSection } from "~/bookings/components/closed-days-section";
import { closeDaysForm, reopenDaysForm } from "~/bookings/forms";
import { managedVenue } from "~/bookings/lists/managed-venue.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, formAgain, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ErrorSummary } from "~/ui/error-summary";
import { EditForm } from "~/venues/components/edit-form";
import { VenueFacts } from "~/venues/components/venue-facts";
import { venueIssues } from "~/venues/components/venue-issues";
import { WithdrawalSection } from "~/venues/components/withdrawal-section";
import { editVenue } from "~/venues/edit-venue.server";
import { editForm, unfinishedForm } from "~/venues/forms";
import { withPhotos } from "~/venues/with-photos.server";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ venue }) => venue.title, {
  isPrivate: true,
});

export const loader = pageLoader(async ({ params, context }) => {
  const { id } = await requireViewer(context);
  return await managedVenue(id, params.id ?? "", new Date());
});

/** The page again, where its days are, with a word about what was done. */
async function backToDays(venueId: string, message: string): Promise<Response> {
  return await redirectWithToast(`/profil/location/${venueId}`, { type: "success", message });
}

export const action = formAction({
  update: intent({
    ...withPhotos,
    validator: withZod(unfinishedForm),
    run: async ({ form }) => formAgain(form, "edit"),
  }),
  edit: intent({
    ...withPhotos,
    validator: withZod(editForm),
    async run({ data, params, context }) {
      await editVenue((await requireViewer(context)).id, params.id ?? "", data);
      return await redirectWithToast("/profil", {
        type: "success",
        message: "Les modifications ont été enregistrées avec succès.",
      });
    },
  }),
  close: intent({
    validator: withZod(closeDaysForm),
    async run({ data: { start, end, startSlot, endSlot }, params, context }) {
      const { id } = await requireViewer(context);
      const venueId = params.id ?? "";
      const raw = { startDate: start, endDate: end, startSlot, endSlot };
      const days = await closeDays(id, venueId, { raw, now: new Date() });
      return await backToDays(venueId, `Votre lieu est fermé ${days}.`);
    },
  }),
  reopen: intent({
    validator: withZod(reopenDaysForm),
    async run({ data, params, context }) {
      const venueId = params.id ?? "";
      await reopenDays((await requireViewer(context)).id, venueId, data);
      return await backToDays(venueId, "Ces jours peuvent de nouveau être réservés.");
    },
  }),
});

export default function ManageVenue() {
  const { venue, drafts, closed, limits } = useLoaderData<typeof loader>();
  const { errors } = useFormState();
  return (
    <MemberLayout>
      <h1>{venue.title}</h1>
      <ErrorSummary issues={venueIssues(errors)} />
      <VenueFacts venue={venue} />
      <ClosedDaysSection venueId={venue.id} closed={closed} period={venue.period} limits={limits} />
      <EditForm venue={venue} state={useFormState("edit", "update")} drafts={drafts} />
      <WithdrawalSection venueId={venue.id} />
    </MemberLayout>
  );
}
