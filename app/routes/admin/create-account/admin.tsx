import { adminForm } from "~/admin/accounts/account-forms.server";
import { AdminFormPage } from "~/admin/accounts/components/account-form";
import { formAction } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Créer un compte d’administration", { isPrivate: true });

export const loader = pageLoader({ access: "admins.manage" }, () => null);

export const action = formAction(adminForm);

export default AdminFormPage;
