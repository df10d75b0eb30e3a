import { useLoaderData } from "@remix-run/react";
import { LeaveForm } from "~/bookings/components/waiting-list";
import { fieldOfDays, rawStayOf, rawStayOfQuery, stayQuery } from "~/bookings/reserve/forms";
import { wishInput } from "~/bookings/waiting/forms";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { venueName } from "~/rules/venue-name";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { leavePage } from "~/bookings/waiting/waiting-pages.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ page }) => `Liste d’attente, ${venueName(page.venue)}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, query, now }) => {
    const raw = rawStayOfQuery(query);
    return { page: await leavePage(params.id, { userId: viewer.id, raw, now }) };
  },
);

export const action = formAction(
  pageForm({
    access: "member",
    params: idParam,
    limit: "booking",
    input: wishInput,
    fieldOf: fieldOfDays,
    async run({ viewer, params, input, now }) {
      const raw = rawStayOf(input);
      const wish = await leaveWish({ venueId: params.id, userId: viewer.id, raw, now });
      const days = formatPeriod(periodOf(wish));
      return { to: "/mes-demandes", toast: `Vous êtes sur la liste d’attente, ${days}.` };
    },
  }),
);

export default function LeaveWish() {
  const { page } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(wishInput);
  const { venue } = page;
  const typed = (name: keyof typeof page.chosen) => field(name, page.chosen[name]).defaultValue;
  const chosen = {
    start: typed("start") ?? "",
    end: typed("end") ?? "",
    startSlot: typed("startSlot") === "PM" ? ("PM" as const) : ("AM" as const),
    endSlot: typed("endSlot") === "AM" ? ("AM" as const) : ("PM" as const),
  };
  const days = chosen.start && chosen.end ? stayQuery(chosen) : "";
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <BackLink href={`/reservation/${venue.id}${days}`} label={venue.title} />
        <h1>Liste d’attente</h1>
        <ErrorSummary issues={summaryOf(errors)} />
        <p>{`${venue.title}, ${venue.city}`}</p>
        <LeaveForm page={page} chosen={chosen} error={errors.start} />
      </div>
    </Main>
  );
}
