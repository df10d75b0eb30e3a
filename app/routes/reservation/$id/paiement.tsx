import { redirect } from "@remix-run/node";
import { z } from "zod";
import { useLoaderData } from "@remix-run/react";
import {
  cancellationToast,
  cancelReservation,
  keptDatesToast,
} from "~/bookings/cancel/cancel-reservation.server";
import { PayCard } from "~/bookings/components/pay-card";
import { paymentPage } from "~/bookings/payment/payment-pages.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { stripeScript } from "~/payments/stripe-script.server";
import { Refusal } from "~/platform/refusal";
import { objectId } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { useFormState } from "~/platform/web/form-state";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

type Data = Awaited<ReturnType<typeof loader>>;

function headingOf({ recap: { supplementTo }, isPayable }: Pick<Data, "recap" | "isPayable">) {
  if (!isPayable) return "Supplément en attente";
  return supplementTo ? "Payez le supplément" : "Vérifiez puis payez";
}

export const meta = pageMeta<Data>(headingOf, { isPrivate: true });

const params = z.object({ id: z.string(), demande: objectId });

export const loader = pageLoader(
  { access: "member", params },
  async ({ viewer, params: { demande }, now }) => {
    const page = await paymentPage(demande, { buyerId: viewer.id, now });
    const { recap, isPayable } = page;
    // Paid, given up or out of time: the confirmation page says which, and what comes next.
    if (!recap.hold)
      throw redirect(`/reservation/${recap.venueId}/success?demande=${recap.id}`, 303);
    return { ...page, hold: recap.hold, stripe: isPayable ? stripeScript() : null };
  },
);

export const action = formAction({
  pay: pageForm({
    access: "member",
    params,
    limit: "payment_state",
    async run({ viewer, params: { id, demande }, now }) {
      try {
        return { to: await startPayment({ reservationId: demande, buyerId: viewer.id, now }) };
      } catch (error) {
        if (!(error instanceof Refusal && error.code === "venue_moved")) throw error;
        // The hold has ended, and this page with it: why is said where the venue can be reserved anew.
        return { to: `/reservation/${id}`, toast: { type: "error", message: error.message } };
      }
    },
  }),
  abandon: pageForm({
    access: "member",
    params,
    async run({ viewer, params: { id, demande }, now }) {
      const by = { role: "buyer", userId: viewer.id } as const;
      const unpaid = { expectedAmount: 0, expectedPaid: 0 };
      const hold = { reservationId: demande, by, ...unpaid, now };
      const ended = await cancelReservation(hold);
      const { supplementTo } = ended;
      return supplementTo
        ? {
            to: `/mes-demandes/${supplementTo.reservation.toString()}`,
            toast: await keptDatesToast(ended),
          }
        : { to: `/reservation/${id}`, toast: await cancellationToast(ended) };
    },
  }),
});

export default function Payment() {
  const { recap, ...page } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <h1>{headingOf({ recap, ...page })}</h1>
        <ErrorSummary issues={summaryOf(errors)} />
        <PayCard request={recap} {...page} />
      </div>
    </Main>
  );
}
