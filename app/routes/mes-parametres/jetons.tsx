import { useActionData, useLoaderData } from "@remix-run/react";
import { NewToken, TokenForm, TokenTable } from "~/accounts/components/tokens";
import { createToken, listTokens, revokeToken } from "~/accounts/own-tokens.server";
import { newTokenInput, tokenInput } from "~/accounts/token-forms";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Jetons d’API", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", underView: false },
  async ({ viewer, now }) => ({
    tokens: await listTokens(viewer.id, now),
  }),
);

export const action = formAction({
  create: pageForm({
    access: "member",
    failure: "settings",
    limit: "token_creation",
    input: newTokenInput,
    run: async ({ input, viewer, session, now }) => ({
      show: { token: await createToken(viewer.id, input, { session, now }) },
    }),
  }),
  revoke: pageForm({
    access: "member",
    failure: "settings",
    input: tokenInput,
    async run({ input: { id }, viewer }) {
      await revokeToken(viewer.id, id);
      return { to: "/mes-parametres/jetons", toast: "Jeton révoqué." };
    },
  }),
});

export default function Tokens() {
  const { tokens } = useLoaderData<typeof loader>();
  const made = useActionData<{ token?: string }>();
  const state = useFormState(newTokenInput, "create");
  return (
    <>
      <div className="stack gap-2">
        <h1>Jetons d’API</h1>
        <p className="muted">
          Un jeton laisse un programme se servir de votre compte par l’
          <a href="/api/docs">API</a>, sans votre mot de passe. Changer de mot de passe les révoque
          tous.
        </p>
      </div>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      {made?.token ? <NewToken token={made.token} /> : null}
      <TokenTable tokens={tokens} />
      <TokenForm {...state} />
    </>
  );
}
