import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { calendarsPage } from "~/bookings/calendars/calendars-page.server";
import { CALENDAR_ACTS } from "~/bookings/calendars/forms";
import * as questions from "~/bookings/components/calendar-questions";
import { idParam, objectId } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ venue }) => `Calendriers, ${venue.name}`,
  { isPrivate: true },
);

const params = idParam.extend({ act: z.enum(CALENDAR_ACTS), calendrier: objectId.optional() });
const pathOf = (id: string) => `/profil/location/${id}/calendriers`;

// What is asked here is done by the page of the calendars; nor is this one shown to others.
export const loader = pageLoader(
  { access: "member", params, underView: false },
  async ({ viewer, params: { id, act, calendrier }, now }) => {
    const { venue, addressSince, imports } = await calendarsPage(viewer.id, id, now);
    const calendar = imports.find((one) => one.id === calendrier) ?? null;
    // Gone from another tab meanwhile: the page of the calendars says what there is.
    const isThere = (act === "retirer" ? calendar : addressSince) !== null;
    if (!isThere) throw redirect(pathOf(id), 303);
    return { act, venue, addressSince, calendar };
  },
);

export default function CalendarQuestion() {
  const { act, venue, addressSince, calendar } = useLoaderData<typeof loader>();
  const asked = { path: pathOf(venue.id), venue: venue.name };
  return (
    <MemberLayout>
      {act === "nouvelle-adresse" && addressSince !== null ? (
        <questions.NewAddressQuestion {...asked} since={addressSince} />
      ) : null}
      {act === "arreter" ? <questions.StopSharingQuestion {...asked} /> : null}
      {act === "retirer" && calendar ? (
        <questions.RemoveCalendarQuestion {...asked} calendar={calendar} />
      ) : null}
    </MemberLayout>
  );
}
