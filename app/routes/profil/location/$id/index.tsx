import { useLoaderData } from "@remix-run/react";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { ManagedVenueView } from "~/bookings/components/managed-venue-view";
import { closeDaysInput, rawStayOf, reopenDaysInput } from "~/bookings/reserve/forms";
import { managedVenue } from "~/bookings/lists/managed-venue.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
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
  update: pageForm({ ...page, files: photoFiles, run: async () => ({ again: "update" }) }),
  edit: pageForm({
    ...page,
    failure: "venueEdit",
    input: editInput,
    files: photoFiles,
    async run({ input, viewer, params }) {
      await editVenue(viewer.id, params.id, input);
      return { to: "/profil", toast: "Les modifications ont été enregistrées avec succès." };
    },
  }),
  close: pageForm({
    ...page,
    failure: "venueEdit",
    input: closeDaysInput,
    async run({ input, viewer, params, now }) {
      const days = await closeDays(viewer.id, params.id, {
        ...{ raw: rawStayOf(input), again: true, now },
      });
      return { to: `/profil/location/${params.id}`, toast: `Votre lieu est fermé ${days}.` };
    },
  }),
  reopen: pageForm({
    ...page,
    failure: "venueEdit",
    input: reopenDaysInput,
    async run({ input, viewer, params }) {
      const areFree = await reopenDays(viewer.id, params.id, input);
      return {
        to: `/profil/location/${params.id}`,
        toast: areFree
          ? "Ces jours ne sont plus fermés par vous."
          : "Ces jours ne sont plus fermés par vous\u00a0; un calendrier importé en ferme encore.",
      };
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
