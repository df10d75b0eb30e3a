import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { answerKind, answerPage, giveAnswer } from "~/bookings/answer/answer-page.server";
import { AnswerPanel } from "~/bookings/components/answer-panel";
import { answerForm } from "~/bookings/forms";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { Main } from "~/ui/main";

export const meta = pageMeta("Répondre à une demande", { isPrivate: true });

export const loader = pageLoader(async ({ params, context }) => {
  const kind = answerKind(params.answer);
  const { id: ownerId } = await requireViewer(context);
  const answer = { reservationId: params.id ?? "", ownerId, now: new Date() };
  return { kind, request: await answerPage(answer) };
});

export const action = formAction(
  intent({
    validator: withZod(answerForm),
    async run({ data, params, context }) {
      const kind = answerKind(params.answer);
      const { id: ownerId } = await requireViewer(context);
      const answer = { reservationId: params.id ?? "", ownerId, now: new Date() };
      const message = await giveAnswer(kind, answer, data.why);
      return await redirectWithToast("/mes-locations", { type: "success", message });
    },
  }),
);

export default function AnswerRequest() {
  const { kind, request } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState();
  return (
    <Main className="frame section stack">
      <AnswerPanel
        kind={kind}
        request={request}
        errors={errors}
        why={field("why")}
        backHref="/mes-locations"
      />
    </Main>
  );
}
