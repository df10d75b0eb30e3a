import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ANSWER_KINDS } from "~/bookings/answer/answer-page.server";
import { answerChange, changeAnswerPage } from "~/bookings/change/answer-change.server";
import { AnswerPage } from "~/bookings/components/answer-page";
import { answerHeading, changeTexts } from "~/bookings/components/answer-texts";
import { changeAnswerInput } from "~/bookings/answer/forms";
import { idParam } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ kind, asked }) => answerHeading(kind, changeTexts(asked)),
  { isPrivate: true },
);

const params = idParam.extend({ answer: z.enum(ANSWER_KINDS) });

export const loader = pageLoader(
  { access: "member", params },
  async ({ viewer, params: { id, answer }, now }) => ({
    kind: answer,
    asked: await changeAnswerPage({ reservationId: id, ownerId: viewer.id, now }),
  }),
);

export const action = formAction(
  pageForm({
    access: "member",
    params,
    failure: "changeOfDates",
    input: changeAnswerInput,
    async run({ viewer, params: { id, answer }, input, now }) {
      const own = { reservationId: id, ownerId: viewer.id, now };
      const toast = await answerChange(answer, own, input);
      return { to: `/mes-locations/demandes/${id}`, toast };
    },
  }),
);

export default function AnswerChange() {
  const { kind, asked } = useLoaderData<typeof loader>();
  return (
    <AnswerPage
      kind={kind}
      texts={changeTexts(asked)}
      backHref={`/mes-locations/demandes/${asked.request.id}`}
    />
  );
}
