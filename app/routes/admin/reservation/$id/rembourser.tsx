import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { Decision } from "~/admin/records/components/decision";
import { BalanceBar } from "~/admin/reservations/components/balance-bar";
import { AmountForm } from "~/admin/reservations/components/reservation-parts";
import { amountParam, refundBeyondInput } from "~/admin/reservations/forms";
import { refundBeyond } from "~/admin/reservations/refund-beyond.server";
import { refundPreview } from "~/admin/reservations/reservation-record.server";
import { formatEuros } from "~/platform/money";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { refusalMessage } from "~/platform/web/refusal";

export const meta = pageMeta("Rembourser au-delà de la politique", { isPrivate: true });

export const loader = pageLoader(
  { access: "reservations.refund", params: idParam.extend({ montant: amountParam }) },
  ({ params, now }) => refundPreview(params.id, params.montant, now),
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
  const { id, reference, what, buyer, state, paid, decided, left, asked } =
    useLoaderData<typeof loader>();
  const form = useFormState(refundBeyondInput);
  const path = `/admin/reservation/${id}`;
  if (!asked) {
    return (
      <div className="card panel decision">
        <h1>Rembourser au-delà de la politique</h1>
        <p>{`Réservation ${reference}, ${what}.`}</p>
        {left > 0 ? (
          <AmountForm path={path} left={left} error={refusalMessage("refund_too_large")} />
        ) : (
          <p>Il ne reste rien à rembourser.</p>
        )}
      </div>
    );
  }
  return (
    <Decision
      question={`Rembourser ${asked.text} à ${buyer}\u00a0?`}
      consequences={[
        `Réservation ${reference}, ${what}\u00a0: elle reste «\u00a0${state}\u00a0».`,
        `L’acheteur reçoit ${asked.text} sur sa carte, sous 10 jours, et un avoir.`,
        `Repris\u00a0: ${asked.owner} au propriétaire, ${asked.platform} à la plateforme.`,
        `${formatEuros(decided)} sont déjà rendus sur ${formatEuros(paid)}\u00a0; ${formatEuros(left)} au plus peuvent encore l’être.`,
        "Les deux sont prévenus par e-mail, avec le motif. Un remboursement parti ne se reprend pas.",
      ]}
      state={form}
      asks={["why", "password"]}
      whyHint="Les deux le lisent dans leur e-mail. Il est gardé au journal."
      confirmLabel={`Rembourser ${asked.text}`}
      backHref={path}
    >
      <input type="hidden" name="amount" value={asked.amount} />
      <input type="hidden" name="decided" value={decided} />
      <div className="balance-after">
        <p>
          <b>Après ce remboursement</b>
        </p>
        <BalanceBar balance={asked.after} />
      </div>
    </Decision>
  );
}
