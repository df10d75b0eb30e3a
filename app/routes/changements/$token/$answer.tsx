import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ANSWER_KINDS } from "~/bookings/answer/answer-page.server";
import {
  answerChange,
  changeAnswerByLink,
  changeAnswerPage,
} from "~/bookings/change/answer-change.server";
import { AnswerPage } from "~/bookings/components/answer-page";
import { answerHeading, changeTexts } from "~/bookings/components/answer-texts";
import { changeAnswerInput } from "~/bookings/answer/forms";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ kind, asked }) => answerHeading(kind, changeTexts(asked)),
  { isPrivate: true },
);

export const headers = privateHeaders;

const params = z.object({ token: z.string(), answer: z.enum(ANSWER_KINDS) });

/** Opened from the owner's mail: the link vouches for them, and opening it changes nothing. */
export const loader = pageLoader(
  { access: "public", params },
  async ({ params: { token, answer }, now }) => ({
    kind: answer,
    asked: await changeAnswerPage(changeAnswerByLink(token, now)),
  }),
);

export const action = formAction(
  pageForm({
    access: "public",
    params,
    failure: "changeOfDates",
    input: changeAnswerInput,
    run: async ({ params: { token, answer }, input, now }) => ({
      // Comes back to what the link leads to from now on: that nothing waits any more.
      to: `/changements/${token}/${answer}`,
      toast: await answerChange(answer, changeAnswerByLink(token, now), input),
    }),
  }),
);

export default function AnswerChangeByLink() {
  const { kind, asked } = useLoaderData<typeof loader>();
  return <AnswerPage kind={kind} texts={changeTexts(asked)} backHref="/" />;
}
