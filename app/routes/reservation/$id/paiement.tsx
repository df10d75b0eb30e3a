import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { PayCard } from "~/bookings/components/pay-card";
import { confirmForm } from "~/bookings/forms";
import { requestPage } from "~/bookings/payment/payment-pages.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Paiement", { isPrivate: true });

const requestOf = (request: Request) => new URL(request.url).searchParams.get("demande") ?? "";

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireViewer(context);
  const recap = await requestPage(requestOf(request), { buyerId: viewer.id, now: new Date() });
  // Paid, given up or out of time: the confirmation page says which, and what comes next.
  if (!recap.hold) throw redirect(`/reservation/${recap.venueId}/success?demande=${recap.id}`, 303);
  return { recap, hold: recap.hold };
});

export const action = formAction({
  pay: intent({
    validator: withZod(confirmForm),
    async run({ request, context }) {
      const viewer = await requireViewer(context);
      const reservationId = requestOf(request);
      const url = await startPayment({ reservationId, buyerId: viewer.id, now: new Date() });
      return redirect(url, 303);
    },
  }),
  abandon: intent({
    validator: withZod(confirmForm),
    async run({ request, params, context }) {
      const viewer = await requireViewer(context);
      const by = { role: "buyer", userId: viewer.id } as const;
      await cancelReservation({
        reservationId: requestOf(request),
        by,
        expectedAmount: 0,
        now: new Date(),
      });
      return await redirectWithToast(`/reservation/${params.id ?? ""}`, {
        type: "success",
        message: "Votre demande est annulée, rien n’a été débité.",
      });
    },
  }),
});

export default function Payment() {
  const { recap, hold } = useLoaderData<typeof loader>();
  const { errors } = useFormState();
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <h1>Vérifiez puis payez</h1>
        <ErrorSummary issues={summaryOf(errors)} />
        <PayCard request={recap} hold={hold} />
      </div>
    </Main>
  );
}
