import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { LinkedAccountTable } from "~/accounts/components/linked-accounts";
import { linkedAccounts } from "~/accounts/liaison-pages.server";
import { removeLinkedAccount } from "~/accounts/link-account.server";
import { targetForm } from "~/accounts/settings-forms.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { FormSection } from "~/ui/form-section";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Gérer les comptes liés", { isPrivate: true });

export const loader = pageLoader(
  async ({ context }) => await linkedAccounts((await requireViewer(context)).id),
);

export const action = formAction(
  intent({
    validator: withZod(targetForm),
    async run({ data, context }) {
      await removeLinkedAccount((await requireViewer(context)).id, data.id);
      return await redirectWithToast("/mes-parametres/mes-liens", {
        type: "success",
        message: "Le compte n’est plus lié au vôtre.",
      });
    },
  }),
);

export default function LinkedAccounts() {
  const { code, accounts } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Gérer les comptes liés</h1>
      <ErrorSummary issues={summaryOf(useFormState().errors)} />
      <FormSection id="code" title="Mon code de liaison">
        <p>
          Donnez ce code aux comptes que vous voulez lier au vôtre&nbsp;; ils le saisissent dans
          Liaison.
        </p>
        <p className="select-all text-bloc">{code}</p>
      </FormSection>
      {accounts.length > 0 ? (
        <LinkedAccountTable accounts={accounts} />
      ) : (
        <EmptyState title="Aucun compte lié pour le moment">
          <p>Les comptes qui saisissent votre code apparaissent ici.</p>
        </EmptyState>
      )}
    </>
  );
}
