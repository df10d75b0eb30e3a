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
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

const access = "site.maintenance";
const PATH = "/admin/maintenance";
const IS_OPEN =
  "Le site est déjà ouvert, et aucune maintenance n’est prévue\u00a0: rien n’a été changé.";

export const meta = pageMeta("Maintenance", { isPrivate: true });

export const loader = pageLoader({ access }, ({ now }) => maintenancePage(now));

export const action = formAction({
  close: pageForm({
    access,
    input: maintenanceInput,
    async run(call) {
      const { message, from = call.now, until, ...said } = call.input;
      const { seen = "", why, currentPassword: password } = said;
      const decision = { actor: actorOf(call), why, password, seen, now: call.now };
      await closeSite({ message, from, until }, decision);
      return { to: PATH, toast: "La maintenance est enregistrée." };
    },
  }),
  open: pageForm({
    access,
    input: reopenInput,
    async run(call) {
      const { seen = "", why, currentPassword: password } = call.input;
      await openSite({ actor: actorOf(call), why, password, seen, now: call.now });
      return { to: PATH, toast: "Le site est ouvert." };
    },
  }),
});

export default function MaintenancePage() {
  const { planned, seen } = useLoaderData<typeof loader>();
  const closing = useFormState(maintenanceInput, "close");
  const opening = useFormState(reopenInput, "open");
  if (!planned) {
    // It opened by itself, or by a colleague, before a refused form that was to open it.
    const isOpen = Object.keys(opening.errors).length > 0;
    return (
      <>
        <ErrorSummary issues={summaryOf(isOpen ? { form: IS_OPEN } : {})} />
        <CloseSite seen={seen} state={closing} />
      </>
    );
  }
  return (
    <>
      {/* A colleague closed it before what was sent here. */}
      <ErrorSummary issues={summaryOf(closing.errors)} />
      <OpenSite planned={planned} seen={seen} state={opening} />
    </>
  );
}
