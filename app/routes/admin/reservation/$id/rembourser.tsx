import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actorOf, leavesOwnMatter } from "~/admin/audit/actor.server";
import { pageOfSupplement } from "~/admin/related/supplement-records.server";
import { RefundDecision } from "~/admin/reservations/components/refund-decision";
import { amountParam, refundBeyondInput } from "~/admin/reservations/forms";
import { refundBeyond } from "~/admin/reservations/refund-beyond.server";
import { refundPreview, type RefundPreview } from "~/admin/reservations/reservation-record.server";
import { formatEuros } from "~/platform/money";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<RefundPreview>(
  ({ reference }) => `Rembourser au-delà de la politique, réservation ${reference}`,
  { isPrivate: true, isRefused: ({ problem }) => problem !== null },
);

export const loader = pageLoader(
  { access: "reservations.refund", params: idParam.extend({ montant: amountParam }) },
  async ({ params, viewer, now }) => {
    const whole = await pageOfSupplement(params.id);
    if (whole !== null) throw redirect(whole, 303);
    const preview = await refundPreview(params.id, params.montant, now);
    await leavesOwnMatter(viewer, preview.buyerId, "reservations.refund", null);
    return json(preview, { status: preview.problem === null ? 200 : 422 });
  },
);

export const action = formAction(
  pageForm({
    access: "reservations.refund",
    params: idParam,
    input: refundBeyondInput,
    async run(call) {
      const { params, input, now } = call;
      const { currentPassword: password, ...asked } = input;
      const actor = actorOf(call);
      const reservationId = params.id;
      const { isDone } = await refundBeyond({ actor, reservationId, ...asked, password, now });
      const amount = formatEuros(input.amount);
      return {
        to: `/admin/reservation/${params.id}`,
        toast: isDone
          ? `${amount} sont rendus à l’acheteur.`
          : {
              type: "error",
              message: `Le remboursement de ${amount} est décidé, mais pas encore parti\u00a0: la frise et la file «\u00a0À traiter\u00a0» disent la suite.`,
            },
      };
    },
  }),
);

export default function RefundBeyond() {
  return (
    <RefundDecision
      preview={useLoaderData<typeof loader>()}
      form={useFormState(refundBeyondInput)}
    />
  );
}
