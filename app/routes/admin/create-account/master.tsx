import { accountForm } from "~/admin/accounts/account-forms.server";
import { AccountFormPage } from "~/admin/accounts/components/account-form";
import { formAction } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const TITLE = "Créer un compte Master";

export const meta = pageMeta(TITLE, { isPrivate: true });

export const loader = pageLoader({ access: "people.create" }, () => null);

export const action = formAction(accountForm("master"));

export default function CreateMaster() {
  return <AccountFormPage title={TITLE} type="Entités privés" />;
}
