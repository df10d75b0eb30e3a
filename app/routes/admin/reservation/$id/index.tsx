import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actorOf, isOwnMatter } from "~/admin/audit/actor.server";
import { lookText, recordAccess } from "~/admin/audit/record-access.server";
import { casesOfReservation } from "~/admin/cases/cases-of-reservation.server";
import { choiceFilter } from "~/admin/lists/filters";
import { AccessNotice } from "~/admin/records/components/record";
import * as parts from "~/admin/reservations/components/reservation-parts";
import { Timeline } from "~/admin/reservations/components/reservation-timeline";
import { readStripeAgain, sendMailAgain } from "~/admin/reservations/follow-reservation.server";
import { mailInput } from "~/admin/reservations/forms";
import { reservationRecord } from "~/admin/reservations/reservation-record.server";
import { pageOfSupplement } from "~/admin/related/supplement-records.server";
import { TIMELINE_KINDS } from "~/admin/reservations/timeline";
import { useMay } from "~/admin/use-may";
import type { Permission } from "~/platform/permissions";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ record }) => `Réservation ${record.request.reference}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "office.read", params: idParam.extend({ genre: choiceFilter(TIMELINE_KINDS) }) },
  async (page) => {
    const { viewer, params, now } = page;
    const whole = await pageOfSupplement(params.id);
    if (whole !== null) throw redirect(whole, 303);
    const [record, cases] = await Promise.all([
      reservationRecord(params.id, params.genre, now),
      casesOfReservation(params.id),
    ]);
    await recordAccess(actorOf(page), "reservation", params.id, now);
    const seen = lookText(viewer, now);
    const { buyer, owner } = record;
    const isOwn = (person: typeof buyer, permission: Permission) =>
      isOwnMatter(viewer, person?.id, permission, null);
    const own: parts.OwnMatter = {
      refund: await isOwn(buyer, "reservations.refund"),
      cancel: await isOwn(buyer, "reservations.cancel"),
      extend: await isOwn(owner, "reservations.follow"),
    };
    return { record, cases, own, kind: params.genre, seen };
  },
);

const back = (id: string) => `/admin/reservation/${id}`;

export const action = formAction({
  "read-stripe": pageForm({
    access: "reservations.follow",
    params: idParam,
    async run(call) {
      const { params, now } = call;
      const told = await readStripeAgain({ actor: actorOf(call), reservationId: params.id, now });
      return { to: back(params.id), toast: `Relu chez Stripe\u00a0: ${told}.` };
    },
  }),
  mail: pageForm({
    access: "reservations.follow",
    params: idParam,
    input: mailInput,
    async run(call) {
      const { params, input, now } = call;
      const reservationId = params.id;
      await sendMailAgain({ actor: actorOf(call), reservationId, mailId: input.mail, now });
      return { to: back(params.id), toast: "L’e-mail part de nouveau." };
    },
  }),
});

export default function ReservationRecord() {
  const { record, cases, own, kind, seen } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  const path = back(record.request.id);
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <parts.ReservationHead record={record} />
      <parts.OpenCases cases={cases} />
      <AccessNotice text={seen} />
      <parts.ReservationFacts record={record} />
      <parts.MoneyPart record={record} />
      <parts.FollowPart record={record} own={own} />
      <Timeline {...record} path={path} kind={kind} mayFollow={useMay()("reservations.follow")} />
      <parts.ReservationActs record={record} own={own} />
    </>
  );
}
