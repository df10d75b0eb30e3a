import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerByLink } from "~/bookings/answer/answer-by-link.server";
import { ANSWER_KINDS } from "~/bookings/answer/answer-page.server";
import { answerChange, changeAnswerPage } from "~/bookings/change/answer-change.server";
import { AnswerPage } from "~/bookings/components/answer-page";
import { answerHeading, changeTexts } from "~/bookings/components/answer-texts";
import { changeAnswerInput } from "~/bookings/answer/forms";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { redirectWithToast } from "~/platform/web/toast.server";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ kind, asked }) => answerHeading(kind, changeTexts(asked)),
  { isPrivate: true },
);

export const headers = privateHeaders;

const params = z.object({ token: z.string(), answer: z.enum(ANSWER_KINDS) });

/** Opened from the owner's mail: the link vouches for them, and opening it changes nothing. */
export const loader = pageLoader({ access: "public", params }, async ({ params, now }) => {
  const by = await answerByLink(params, now, "change-link");
  if ("to" in by) throw await redirectWithToast(by.to, by.toast);
  return { kind: params.answer, asked: await changeAnswerPage(by) };
});

export const action = formAction(
  pageForm({
    access: "public",
    params,
    failure: "changeOfDates",
    input: changeAnswerInput,
    async run({ params, input, now }) {
      const by = await answerByLink(params, now, "change-link");
      if ("to" in by) return by;
      const toast = await answerChange(params.answer, by, input);
      // Comes back to what the link leads to from now on: that nothing waits any more.
      return { to: `/changements/${params.token}/${params.answer}`, toast };
    },
  }),
);

export default function AnswerChangeByLink() {
  const { kind, asked } = useLoaderData<typeof loader>();
  return <AnswerPage kind={kind} texts={changeTexts(asked)} backHref="/" />;
}
