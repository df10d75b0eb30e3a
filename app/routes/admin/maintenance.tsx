import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { Decision } from "~/admin/records/components/decision";
import { closeSite, openSite } from "~/admin/site/change-maintenance.server";
import { maintenanceInput, NOTICE_LENGTH, reopenInput } from "~/admin/site/forms";
import { maintenancePage } from "~/admin/site/site-pages.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { TextareaField, TextField } from "~/ui/inputs";

const access = "site.maintenance";
const PATH = "/admin/maintenance";
const LOGGED = "Il est gardé au journal.";

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
  if (planned) {
    const { message, from, until, isClosed } = planned;
    return (
      <Decision
        question={isClosed ? "Rouvrir le site\u00a0?" : "Renoncer à la maintenance prévue\u00a0?"}
        consequences={[
          `${isClosed ? "Fermé depuis" : "Fermé à partir du"} ${isClosed ? `le ${from}` : from}${until ? `, jusqu’au ${until}` : ""}.`,
          `Le public lit\u00a0: «\u00a0${message}\u00a0»`,
        ]}
        state={opening}
        asks={["why", "password"]}
        whyHint={LOGGED}
        confirmLabel={isClosed ? "Rouvrir le site" : "Renoncer"}
        backHref="/admin"
        soft
      >
        <input type="hidden" name="intent" value="open" />
      </Decision>
    );
  }
  return (
    <Decision
      question="Fermer le site au public pour maintenance&nbsp;?"
      consequences={[
        "Toutes les pages et tous les appels répondent que le site est en maintenance.",
        "L’administration reste ouverte à qui s’y connecte, et les paiements en cours se terminent.",
        "Les formulaires envoyés pendant ce temps ne sont pas enregistrés.",
      ]}
      state={closing}
      asks={["why", "password"]}
      whyHint={LOGGED}
      confirmLabel="Fermer le site"
      backHref="/admin"
    >
      <input type="hidden" name="intent" value="close" />
      <TextareaField
        {...closing.field("message")}
        label="Ce que le public lit"
        counted={NOTICE_LENGTH}
        rows={2}
      />
      <TextField
        {...closing.field("from")}
        label="Début"
        hint="À l’heure de Paris. Vide&nbsp;: tout de suite."
        type="datetime-local"
      />
      <TextField
        {...closing.field("until")}
        label="Fin prévue"
        hint="À l’heure de Paris&nbsp;; le site rouvre alors de lui-même. Vide&nbsp;: quand vous le rouvrez."
        type="datetime-local"
      />
    </Decision>
  );
}
