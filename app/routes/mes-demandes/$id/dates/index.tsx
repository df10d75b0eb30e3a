import { useLoaderData } from "@remix-run/react";
import { changeDates, changedHref, changeToast } from "~/bookings/change/change-dates.server";
import { changePage } from "~/bookings/change/change-page.server";
import { madeBefore } from "~/bookings/change/repeated-change.server";
import { ChangeFields, ChangeRecap } from "~/bookings/components/change-panels";
import { changeDatesInput } from "~/bookings/change/forms";
import { rawStayOf, rawStayOfQuery } from "~/bookings/reserve/forms";
import { Refusal } from "~/platform/refusal";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { bookedVenueName } from "~/rules/venue-name";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>(
  ({ page }) => `Changer les dates, ${bookedVenueName(page.request)}`,
  { isPrivate: true, isRefused: ({ page }) => page.problem !== null },
);

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, query, now }) => {
    const raw = rawStayOfQuery(query);
    try {
      return { page: await changePage(params.id, { buyerId: viewer.id, raw, now }) };
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 409)) throw error;
      // The reservation is there, and its page is where one goes on from here.
      const { message } = error;
      throw await redirectWithToast(`/mes-demandes/${params.id}`, { type: "error", message });
    }
  },
);

export const action = formAction(
  pageForm({
    access: "member",
    params: idParam,
    limit: "booking",
    failure: "changeOfDates",
    input: changeDatesInput,
    async run({ viewer, params, input, now, ip }) {
      const wish = { reservationId: params.id, buyerId: viewer.id, raw: rawStayOf(input), now };
      const made =
        (await madeBefore(wish)) ??
        (await changeDates({ ...wish, expectedTotal: input.total, ip }));
      return { to: changedHref(made), toast: await changeToast(made) };
    },
  }),
);

export default function ChangeDates() {
  const { page } = useLoaderData<typeof loader>();
  const { errors } = useFormState(changeDatesInput);
  const { request, offer, needsYes, problem } = page;
  const told = problem === null ? errors : { start: problem };
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <BackLink href={`/mes-demandes/${request.id}`} label="Ma réservation" />
        <h1>Changer les dates</h1>
        <ErrorSummary issues={summaryOf(told)} />
        <p>{`${bookedVenueName(request)}, ${request.periodText}.`}</p>
        {offer ? <ChangeRecap request={request} offer={offer} needsYes={needsYes} /> : null}
        <ChangeFields page={page} error={problem ?? undefined} />
      </div>
    </Main>
  );
}
