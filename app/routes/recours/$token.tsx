import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { appealPage, sendAppeal } from "~/reports/appeal.server";
import { AppealPanel } from "~/reports/components/appeal-panel";
import { appealInput } from "~/reports/forms";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Contester une décision", { isPrivate: true });

export const headers = privateHeaders;

const params = z.object({ token: z.string().max(100) });

/** Opened from the mail that told of the decision, or by whom it concerns, logged in. */
export const loader = pageLoader(
  { access: "public", params },
  ({ params: { token }, viewer, now }) => appealPage(token, viewer?.id ?? null, now),
);

export const action = formAction(
  pageForm({
    access: "public",
    params,
    limit: "appeal",
    input: appealInput,
    async run({ params: { token }, viewer, input, now }) {
      await sendAppeal({ token, viewerId: viewer?.id ?? null, text: input.text }, now);
      return { to: `/recours/${token}`, toast: "Votre recours est transmis." };
    },
  }),
);

export default function AppealPage() {
  const decision = useLoaderData<typeof loader>();
  const state = useFormState(appealInput);
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <h1>Contester une décision</h1>
        <ErrorSummary issues={summaryOf(state.errors)} />
        <AppealPanel decision={decision} state={state} />
      </div>
    </Main>
  );
}
