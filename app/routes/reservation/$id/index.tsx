import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { bookingPage } from "~/bookings/reserve/booking-page.server";
import { VenueView } from "~/bookings/components/venue-view";
import { reserveForm, stayQuery } from "~/bookings/forms";
import { reserveFromForm } from "~/bookings/reserve/reserve-from-form.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { pictureUrl } from "~/ui/picture";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Réservation", {
  shareTitle: ({ page }) => page.venue.title,
  description: ({ page }) => page.venue.description,
  canonical: ({ page }) => `/reservation/${page.venue.id}`,
  image: ({ page }) => page.venue.pictures[0] && pictureUrl(page.venue.pictures[0].id, 1280),
});

export const loader = pageLoader(async ({ request, params, context }) => {
  const query = new URL(request.url).searchParams;
  const viewer = await context.session.viewer();
  const page = await bookingPage(params.id ?? "", {
    viewerId: viewer?.id ?? null,
    raw: {
      startDate: query.get("start"),
      endDate: query.get("end"),
      startSlot: query.get("startSlot"),
      endSlot: query.get("endSlot"),
    },
    now: new Date(),
  });
  return { page, requestKey: randomUUID() };
});

export const action = formAction(
  intent({
    validator: withZod(reserveForm),
    async run({ data, params, context }) {
      const venueId = params.id ?? "";
      const path = `/reservation/${venueId}`;
      const viewer = await context.session.viewer();
      if (!viewer) {
        const back = encodeURIComponent(`${path}${stayQuery(data)}#reserver`);
        return redirect(`/connexion?vers=${back}`, 303);
      }
      if (!viewer.isVerified) return redirect("/verification-email", 303);
      const id = await reserveFromForm(data, { venueId, buyerId: viewer.id, now: new Date() });
      return redirect(`${path}/paiement?demande=${id}`, 303);
    },
  }),
);

export default function VenueBooking() {
  const { page, requestKey } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState();
  const typed = (name: keyof typeof page.chosen) => field(name, page.chosen[name]).defaultValue;
  return (
    <VenueView
      page={page}
      chosen={{
        start: typed("start") ?? "",
        end: typed("end") ?? "",
        startSlot: typed("startSlot") === "PM" ? "PM" : "AM",
        endSlot: typed("endSlot") === "AM" ? "AM" : "PM",
      }}
      errors={errors}
      requestKey={requestKey}
    />
  );
}
