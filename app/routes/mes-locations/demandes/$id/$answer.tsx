import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ANSWER_KINDS, answerPage, giveAnswer } from "~/bookings/answer/answer-page.server";
import { AnswerPanel } from "~/bookings/components/answer-panel";
import { answerInput } from "~/bookings/forms";
import { idParam } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { useFormState } from "~/platform/web/form-state";
import { pageMeta } from "~/platform/web/page-meta";
import { Main } from "~/ui/main";

export const meta = pageMeta("Répondre à une demande", { isPrivate: true });

const params = idParam.extend({ answer: z.enum(ANSWER_KINDS) });

export const loader = pageLoader(
  { access: "member", params },
  async ({ viewer, params: { id, answer }, now }) => ({
    kind: answer,
    request: await answerPage({ reservationId: id, ownerId: viewer.id, now }),
  }),
);

export const action = formAction(
  pageForm({
    access: "member",
    params,
    input: answerInput,
    async run({ viewer, params: { id, answer }, input, now }) {
      const own = { reservationId: id, ownerId: viewer.id, now };
      return { to: "/mes-locations", toast: await giveAnswer(answer, own, input.why) };
    },
  }),
);

export default function AnswerRequest() {
  const { kind, request } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(answerInput);
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
