import { useLoaderData } from "@remix-run/react";
import { closeFreeDays, reopenDays, reopenTyped } from "~/bookings/reserve/close-days.server";
import { closedText, reopenedText } from "~/bookings/components/closing-texts";
import { ManagedVenueView } from "~/bookings/components/managed-venue-view";
import { closeDaysInput, rawStayOf, reopenDaysInput } from "~/bookings/reserve/forms";
import { managedVenue } from "~/bookings/lists/managed-venue.server";
import { queueAddressMails } from "~/bookings/mail/address-mails.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { venueName } from "~/rules/venue-name";
import { savedText } from "~/venues/components/saved-text";
import { photoFiles } from "~/venues/draft-photos.server";
import { editVenue } from "~/venues/edit-venue.server";
import { editInput } from "~/venues/venue-input";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ venue }) => venueName(venue), {
  isPrivate: true,
});

const page = { access: "member", params: idParam } as const;

export const loader = pageLoader(page, async ({ viewer, params, now }) =>
  managedVenue(viewer, params.id, now),
);

export const action = formAction({
  update: pageForm({ ...page, files: photoFiles, run: async () => ({ again: "update" }) }),
  edit: pageForm({
    ...page,
    failure: "venueEdit",
    input: editInput,
    files: photoFiles,
    async run({ input, viewer, params, now }) {
      const saving = { now, tell: queueAddressMails };
      const told = await editVenue(viewer.id, params.id, input, saving);
      return { to: "/profil", toast: savedText(told) };
    },
  }),
  close: pageForm({
    ...page,
    failure: "venueEdit",
    input: closeDaysInput,
    async run({ input, viewer, params, now }) {
      const typed = { raw: rawStayOf(input), now };
      const closing = await closeFreeDays(viewer.id, params.id, typed);
      return { to: `/profil/location/${params.id}`, toast: closedText(closing) };
    },
  }),
  open: pageForm({
    ...page,
    failure: "venueEdit",
    input: closeDaysInput,
    async run({ input, viewer, params, now }) {
      const typed = { raw: rawStayOf(input), now };
      const areFree = await reopenTyped(viewer.id, params.id, typed);
      return { to: `/profil/location/${params.id}`, toast: reopenedText(areFree) };
    },
  }),
  reopen: pageForm({
    ...page,
    failure: "venueEdit",
    input: reopenDaysInput,
    async run({ input, viewer, params }) {
      const areFree = await reopenDays(viewer.id, params.id, input);
      return { to: `/profil/location/${params.id}`, toast: reopenedText(areFree) };
    },
  }),
});

export default function ManageVenue() {
  return (
    <ManagedVenueView
      page={useLoaderData<typeof loader>()}
      refused={useFormState(editInput)}
      edit={useFormState(editInput, "edit", "update")}
    />
  );
}
