import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { closeSite, openSite } from "~/admin/site/change-maintenance.server";
import { CloseSite, OpenSite } from "~/admin/site/components/maintenance-forms";
import { maintenanceInput, reopenInput } from "~/admin/site/forms";
import { maintenancePage } from "~/admin/site/site-pages.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const access = "site.maintenance";
const PATH = "/admin/maintenance";

export const meta = pageMeta("Maintenance", { isPrivate: true });

export const loader = pageLoader({ access }, async ({ now }) => ({
  planned: await maintenancePage(now),
}));

export const action = formAction({
  close: pageForm({
    access,
    input: maintenanceInput,
    async run(call) {
      const { message, from = call.now, until, why, currentPassword: password } = call.input;
      const decision = { actor: actorOf(call), why, password, now: call.now };
      await closeSite({ message, from, until }, decision);
      return { to: PATH, toast: "La maintenance est enregistrée." };
    },
  }),
  open: pageForm({
    access,
    input: reopenInput,
    async run(call) {
      const { why, currentPassword: password } = call.input;
      await openSite({ actor: actorOf(call), why, password, now: call.now });
      return { to: PATH, toast: "Le site est ouvert." };
    },
  }),
});

export default function MaintenancePage() {
  const { planned } = useLoaderData<typeof loader>();
  const closing = useFormState(maintenanceInput, "close");
  const opening = useFormState(reopenInput, "open");
  return planned ? <OpenSite planned={planned} state={opening} /> : <CloseSite state={closing} />;
}
