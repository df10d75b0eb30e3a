import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerByLink } from "~/bookings/answer/answer-by-link.server";
import { ANSWER_KINDS, answerPage, giveAnswer } from "~/bookings/answer/answer-page.server";
import { AnswerPage } from "~/bookings/components/answer-page";
import { answerHeading, requestTexts } from "~/bookings/components/answer-texts";
import { answerInput } from "~/bookings/answer/forms";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { redirectWithToast } from "~/platform/web/toast.server";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ kind, request }) => answerHeading(kind, requestTexts(request)),
  { isPrivate: true },
);

export const headers = privateHeaders;

const params = z.object({ token: z.string(), answer: z.enum(ANSWER_KINDS) });

/** Opened from the owner's mail: the link vouches for them, and opening it changes nothing. */
export const loader = pageLoader({ access: "public", params }, async ({ params, now }) => {
  const by = await answerByLink(params, now);
  if ("to" in by) throw await redirectWithToast(by.to, by.toast);
  return { kind: params.answer, request: await answerPage(params.answer, by) };
});

export const action = formAction(
  pageForm({
    access: "public",
    params,
    input: answerInput,
    async run({ params, input, now }) {
      const by = await answerByLink(params, now);
      if ("to" in by) return by;
      const toast = await giveAnswer(params.answer, by, input);
      // Comes back to what the link leads to from now on: what became of the request.
      return { to: `/demandes/${params.token}/${params.answer}`, toast };
    },
  }),
);

export default function AnswerByLink() {
  const { kind, request } = useLoaderData<typeof loader>();
  return <AnswerPage kind={kind} texts={requestTexts(request)} backHref="/" />;
}
