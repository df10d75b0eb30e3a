import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ANSWER_KINDS, answerPage, giveAnswer } from "~/bookings/answer/answer-page.server";
import { AnswerPage } from "~/bookings/components/answer-page";
import { answerHeading, requestTexts } from "~/bookings/components/answer-texts";
import { answerInput } from "~/bookings/answer/forms";
import { idParam } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ kind, request }) => answerHeading(kind, requestTexts(request)),
  { isPrivate: true },
);

const params = idParam.extend({ answer: z.enum(ANSWER_KINDS) });

export const loader = pageLoader(
  { access: "member", params },
  async ({ viewer, params: { id, answer }, now }) => ({
    kind: answer,
    request: await answerPage(answer, { reservationId: id, ownerId: viewer.id, now }),
  }),
);

export const action = formAction(
  pageForm({
    access: "member",
    params,
    input: answerInput,
    async run({ viewer, params: { id, answer }, input, now }) {
      const own = { reservationId: id, ownerId: viewer.id, now };
      return { to: "/mes-locations", toast: await giveAnswer(answer, own, input) };
    },
  }),
);

export default function AnswerRequest() {
  const { kind, request } = useLoaderData<typeof loader>();
  return <AnswerPage kind={kind} texts={requestTexts(request)} backHref="/mes-locations" />;
}
