import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withdrawChange } from "~/bookings/change/change-dates.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { bookedVenueName } from "~/rules/venue-name";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Renoncer aux nouvelles dates", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, now }) => {
    const who = { side: "buyer", userId: viewer.id } as const;
    const { request, change } = await reservationPage(params.id, who, now);
    // Answered, given up or out of time: the reservation's own page says what became of it.
    if (!change) throw redirect(`/mes-demandes/${request.id}`, 303);
    return { request, change };
  },
);

export const action = formAction(
  pageForm({
    access: "member",
    params: idParam,
    failure: "changeOfDates",
    async run({ viewer, params: { id }, now }) {
      await withdrawChange(id, viewer.id, now);
      return { to: `/mes-demandes/${id}`, toast: "Vous gardez les dates de votre réservation." };
    },
  }),
);

export default function WithdrawChange() {
  const { request, change } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  return (
    <Main className="frame section stack">
      <ErrorSummary issues={summaryOf(errors)} />
      <ConfirmPanel
        question={"Renoncer aux nouvelles dates\u00a0?"}
        consequence={
          <>
            <p>{`${bookedVenueName(request)}\u00a0: vous avez demandé ${change.periodText}.`}</p>
            <p>{`Votre réservation reste comme elle est, ${request.periodText}.`}</p>
          </>
        }
        confirmLabel="Renoncer aux nouvelles dates"
        intent="withdraw"
        backHref={`/mes-demandes/${request.id}`}
      />
    </Main>
  );
}
