import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import {
  answerByLink,
  answerKind,
  answerPage,
  giveAnswer,
} from "~/bookings/answer/answer-page.server";
import { AnswerPanel } from "~/bookings/components/answer-panel";
import { answerForm } from "~/bookings/forms";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { redirectWithToast } from "~/platform/web/toast.server";
import { Main } from "~/ui/main";

export const meta = pageMeta("Répondre à une demande", { isPrivate: true });

export const headers = privateHeaders;

/** Opened from the owner's mail: the link vouches for them, and opening it changes nothing. */
export const loader = pageLoader(async ({ params }) => {
  const kind = answerKind(params.answer);
  return { kind, request: await answerPage(answerByLink(params.token, new Date())) };
});

export const action = formAction(
  intent({
    validator: withZod(answerForm),
    async run({ data, params }) {
      const kind = answerKind(params.answer);
      const message = await giveAnswer(kind, answerByLink(params.token, new Date()), data.why);
      return await redirectWithToast("/", { type: "success", message });
    },
  }),
);

export default function AnswerByLink() {
  const { kind, request } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState();
  return (
    <Main className="frame section stack">
      <AnswerPanel kind={kind} request={request} errors={errors} why={field("why")} backHref="/" />
    </Main>
  );
}
