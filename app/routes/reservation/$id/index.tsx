import { randomUUID } from "node:crypto";
import { useLoaderData, useLocation } from "@remix-run/react";
import { keepTarget, readPendingEmail } from "~/accounts/pending-email.server";
import { termsPath } from "~/accounts/terms";
import { bookingPage } from "~/bookings/reserve/booking-page.server";
import { CurrentReservationSection } from "~/bookings/components/current-reservation-section";
import { venuePageMeta, venuePageTitle } from "~/bookings/components/venue-page-meta";
import { VenueView } from "~/bookings/components/venue-view";
import { ownAt } from "~/bookings/lists/own-at.server";
import {
  fieldOfDays,
  rawStayOf,
  rawStayOfQuery,
  reserveInput,
  stayQuery,
} from "~/bookings/reserve/forms";
import { requireStay, reserve } from "~/bookings/reserve/reserve.server";
import { keepWantedStay } from "~/bookings/reserve/wanted-stay.server";
import { idParam } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { onTheWayTo } from "~/platform/web/safe-path";
import type { PageHandle } from "~/platform/web/style-sheet";
import { useFormState } from "~/platform/web/form-state";
import { pageMeta } from "~/platform/web/page-meta";
import { VenueReviews } from "~/reviews/components/venue-reviews";
import { latestReviews } from "~/reviews/list-reviews.server";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(venuePageTitle, venuePageMeta);

export const handle: PageHandle = { style: "venue", hasTables: false };

export const loader = pageLoader(
  { access: "public", params: idParam },
  async ({ viewer, params, query, now }) => {
    const own = viewer && (await ownAt(params.id, viewer.id, now));
    const page = await bookingPage(params.id, {
      viewerId: viewer?.id ?? null,
      raw: rawStayOfQuery(query),
      from: query.get("depuis"),
      holds: own?.holds,
      now,
    });
    const reviews = page.venue.rating ? await latestReviews(params.id) : [];
    return { page, reviews, mine: own?.latest ?? null, requestKey: randomUUID() };
  },
);

export const action = formAction(
  pageForm({
    access: "public",
    params: idParam,
    limit: "booking",
    input: reserveInput,
    fieldOf: fieldOfDays,
    async run({ viewer, params: { id: venueId }, input, request, session, now, ip }) {
      const path = `/reservation/${venueId}`;
      const stay = rawStayOf(input);
      if (!viewer?.isVerified || viewer.asksTerms) {
        await requireStay({ ...stay, venueId, now });
        await keepWantedStay(session, { ...input, id: venueId });
        const back = `${path}${stayQuery(input)}#reserver`;
        if (viewer?.isVerified) return { to: termsPath(back) };
        // A code that is awaited leads on to what was wanted last.
        const email = viewer?.email ?? (await readPendingEmail(request))?.email;
        if (email) await keepTarget(email, back, { request, session });
        return { to: viewer ? "/verification-email" : onTheWayTo(back, "/connexion") };
      }
      const { requestKey } = input;
      const hold = await reserve({ ...stay, venueId, buyer: viewer, ip, requestKey, now });
      return { to: `${path}/paiement?demande=${hold._id.toString()}` };
    },
  }),
);

export default function VenueBooking() {
  const { page, reviews, mine, requestKey } = useLoaderData<typeof loader>();
  return (
    <VenueView page={page} state={useFormState(reserveInput)} requestKey={requestKey}>
      {mine ? <CurrentReservationSection request={mine} /> : null}
      <VenueReviews
        venueId={page.venue.id}
        search={useLocation().search}
        rating={page.venue.rating}
        reviews={reviews}
      />
      <a href={`/signaler/${page.venue.id}`}>
        Signaler<span className="sr-only"> ce lieu ou un avis</span>
      </a>
    </VenueView>
  );
}
