import type { FormState } from "~/platform/web/form-state";
import { Decision } from "~/admin/records/components/decision";
import { TextareaField, TextField } from "~/ui/inputs";
import { NOTICE_LENGTH } from "../forms";
import type { PlannedMaintenance } from "../site-pages.server";

const LOGGED = "Il est gardé au journal.";

/** Opens the site again, or gives up a maintenance to come. */
export function OpenSite({
  planned,
  seen,
  state: opening,
}: {
  planned: PlannedMaintenance;
  seen: string;
  state: FormState;
}) {
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
      <input type="hidden" name="seen" value={seen} />
    </Decision>
  );
}

/** Closes the site, now or from an hour on. */
export function CloseSite({ seen, state: closing }: { seen: string; state: FormState }) {
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
      <input type="hidden" name="seen" value={seen} />
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
