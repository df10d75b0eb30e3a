import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkedAccountTable } from "~/accounts/components/linked-accounts";
import { linkedAccounts } from "~/accounts/liaison-pages.server";
import { removeLinkedAccount } from "~/accounts/link-account.server";
import { linkedAccountInput } from "~/accounts/settings-forms";
import { pageNumber } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Copyable } from "~/ui/copyable";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { FormSection } from "~/ui/form-section";
import { Pagination } from "~/ui/pagination";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Gérer les comptes liés", {
  pageNumber: ({ page }) => page,
  isPrivate: true,
});

export const loader = pageLoader(
  { access: "member", params: z.object({ page: pageNumber }) },
  ({ viewer, params: { page } }) => linkedAccounts(viewer.id, page),
);

export const action = formAction(
  pageForm({
    access: "member",
    failure: "settings",
    input: linkedAccountInput,
    async run({ input: { id }, viewer }) {
      await removeLinkedAccount(viewer.id, id);
      return { to: "/mes-parametres/mes-liens", toast: "Le compte n’est plus lié au vôtre." };
    },
  }),
);

export default function LinkedAccounts() {
  const { code, accounts, page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Gérer les comptes liés</h1>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      <FormSection id="code" title="Mon code de liaison">
        <p>
          Donnez ce code aux comptes que vous voulez lier au vôtre&nbsp;; ils le saisissent dans
          Liaison.
        </p>
        <Copyable text={code} what="le code" done="Code copié." className="text-bloc" />
      </FormSection>
      {accounts.length > 0 ? (
        <>
          <LinkedAccountTable accounts={accounts} />
          <Pagination
            current={page}
            total={pages}
            hrefOf={(target) => `/mes-parametres/mes-liens?page=${target}`}
          />
        </>
      ) : (
        <EmptyState title="Aucun compte lié pour le moment">
          <p>Les comptes qui saisissent votre code apparaissent ici.</p>
        </EmptyState>
      )}
    </>
  );
}
