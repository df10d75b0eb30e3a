import { useLoaderData } from "@remix-run/react";
import { MemberLayout } from "~/accounts/components/member-layout";
import { removedText } from "~/bookings/calendars/calendar-words";
import { calendarsPage } from "~/bookings/calendars/calendars-page.server";
import { addCalendarInput, calendarInput, shareInput } from "~/bookings/calendars/forms";
import { removeCalendar } from "~/bookings/calendars/import-calendar.server";
import { shareCalendar, stopSharing } from "~/bookings/calendars/share-calendar.server";
import { addAndSync, syncNow } from "~/bookings/calendars/sync-now.server";
import {
  ImportedCalendarsSection,
  SharedCalendarSection,
} from "~/bookings/components/calendar-sections";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ venue }) => `Calendriers, ${venue.name}`,
  { isPrivate: true },
);

const page = { access: "member", params: idParam } as const;
const reading = { ...page, limit: "calendar_import" } as const;
const pathOf = (id: string) => `/profil/location/${id}/calendriers`;

// The address of a feed is as good as a key.
export const loader = pageLoader({ ...page, underView: false }, ({ viewer, params, now }) =>
  calendarsPage(viewer.id, params.id, now),
);

export const action = formAction({
  share: pageForm({
    ...page,
    input: shareInput,
    async run({ viewer, params: { id }, input: { replaces }, now }) {
      const toast = await shareCalendar(viewer.id, id, { replaces, now });
      return { to: pathOf(id), toast };
    },
  }),
  unshare: pageForm({
    ...page,
    async run({ viewer, params: { id } }) {
      await stopSharing(viewer.id, id);
      return { to: pathOf(id), toast: "Ce calendrier n’est plus partagé." };
    },
  }),
  add: pageForm({
    ...reading,
    input: addCalendarInput,
    run: async ({ viewer, params: { id }, input, now }) => ({
      to: pathOf(id),
      toast: await addAndSync(viewer.id, id, { ...input, now }),
    }),
  }),
  sync: pageForm({
    ...reading,
    input: calendarInput,
    run: async ({ viewer, params: { id }, input, now }) => ({
      to: pathOf(id),
      toast: await syncNow(viewer.id, id, input.calendar, now),
    }),
  }),
  remove: pageForm({
    ...page,
    input: calendarInput,
    async run({ viewer, params: { id }, input }) {
      const areFree = await removeCalendar(viewer.id, id, input.calendar);
      return { to: pathOf(id), toast: removedText(areFree) };
    },
  }),
});

export default function Calendars() {
  const calendars = useLoaderData<typeof loader>();
  const { venue } = calendars;
  const { errors } = useFormState(null);
  const sections = { action: pathOf(venue.id), page: calendars };
  return (
    <MemberLayout>
      <div>
        <BackLink href={`/profil/location/${venue.id}`} label={venue.name} />
        <h1>Calendriers</h1>
      </div>
      <ErrorSummary issues={summaryOf(errors)} />
      <SharedCalendarSection {...sections} />
      <ImportedCalendarsSection {...sections} />
    </MemberLayout>
  );
}
