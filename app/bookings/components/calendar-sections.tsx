import { useFormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { ConfirmLink } from "~/ui/confirm-panel";
import { Copyable } from "~/ui/copyable";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { Icon } from "~/ui/icon";
import { TextField } from "~/ui/inputs";
import type { CalendarsPage, ImportedCalendar } from "../calendars/calendars-page.server";
import { addCalendarInput } from "../calendars/forms";

interface SectionProps {
  /** The page itself, which its forms post to. */
  action: string;
  page: Pick<CalendarsPage, "address" | "imports" | "isFull">;
}

/** The address under which other calendars read this venue's. */
export function SharedCalendarSection({ action, page: { address } }: SectionProps) {
  return (
    <FormSection id="partage" title="Partager ce calendrier">
      <p>
        Google Agenda, Outlook, Apple Calendrier ou une autre plateforme y lisent vos réservations
        et vos jours fermés, sans le nom de vos clients. Qui a l’adresse peut la lire&nbsp;: ne la
        donnez qu’à eux.
      </p>
      {address === null ? null : (
        <Copyable text={address} what="l’adresse" done="Adresse copiée.">
          <TextField
            label="Adresse du calendrier"
            name="adresse"
            readOnly
            defaultValue={address}
            required={false}
          />
        </Copyable>
      )}
      {address === null ? (
        <form action={action} method="post">
          <Button variant="secondary" name="intent" value="share">
            Créer une adresse
          </Button>
        </form>
      ) : (
        <div className="row">
          <ConfirmLink variant="secondary" href={`${action}/nouvelle-adresse`}>
            Nouvelle adresse
          </ConfirmLink>
          <ConfirmLink variant="quiet-danger" href={`${action}/arreter`}>
            Ne plus partager
          </ConfirmLink>
        </div>
      )}
    </FormSection>
  );
}

/** The calendars elsewhere that close days of this venue. */
export function ImportedCalendarsSection({ action, page: { imports, isFull } }: SectionProps) {
  return (
    <FormSection id="imports" title="Calendriers importés">
      <p>
        Les événements de ces calendriers ferment les demi-journées qu’ils touchent. Ils sont relus
        toutes les heures, moins souvent tant qu’un calendrier ne peut pas être lu. Un événement
        marqué «&nbsp;disponible&nbsp;» ou «&nbsp;libre&nbsp;», comme le sont souvent ceux d’une
        journée entière, ne ferme rien&nbsp;: marquez-le «&nbsp;occupé&nbsp;» là où vous l’avez
        créé.
      </p>
      {imports.length > 0 ? (
        <ul className="stack stack-wide">
          {imports.map((calendar) => (
            <li key={calendar.id}>
              <ImportedCalendarItem action={action} calendar={calendar} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">Aucun calendrier importé.</p>
      )}
      {isFull ? (
        <p>Un lieu importe 5 calendriers au plus&nbsp;: retirez-en un pour en ajouter un autre.</p>
      ) : (
        <AddCalendarForm action={action} />
      )}
    </FormSection>
  );
}

function ImportedCalendarItem({
  action,
  calendar: { id, name, host, syncedAt, found, problem },
}: {
  action: string;
  calendar: ImportedCalendar;
}) {
  return (
    <form className="stack gap-2" action={action} method="post">
      <h3 className="break-words">{name}</h3>
      <p className="hint break-words">{host}</p>
      <p>{syncedAt ? `Dernière synchronisation\u00a0: ${syncedAt}` : "Pas encore synchronisé"}</p>
      {found.length > 0 ? <p className="break-words">{`${found.join("\u00a0; ")}.`}</p> : null}
      {problem ? (
        <p className="field-error">
          <Icon name="alerte" size={20} />
          <span>
            {`La dernière lecture a échoué. ${problem}`}
            {syncedAt ? " Les jours déjà fermés le restent." : null}
          </span>
        </p>
      ) : null}
      <input type="hidden" name="calendar" value={id} />
      <div className="row">
        <Button variant="secondary" compact name="intent" value="sync">
          Synchroniser maintenant<span className="sr-only">{`\u00a0: ${name}`}</span>
        </Button>
        <ConfirmLink variant="quiet-danger" compact href={`${action}/retirer?calendrier=${id}`}>
          Retirer et rouvrir ses jours<span className="sr-only">{`\u00a0: ${name}`}</span>
        </ConfirmLink>
      </div>
    </form>
  );
}

function AddCalendarForm({ action }: { action: string }) {
  const { field } = useFormState(addCalendarInput, "add");
  return (
    <Form action={action}>
      <h3>Ajouter un calendrier</h3>
      <TextField {...field("name")} label="Nom" hint="Par exemple «&nbsp;Mon agenda&nbsp;»." />
      <TextField
        {...field("url")}
        label="Adresse du calendrier à importer"
        hint="Au format iCal&nbsp;: elle finit souvent par .ics."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <p>
        <Button variant="secondary" icon="plus" name="intent" value="add">
          Ajouter ce calendrier
        </Button>
      </p>
    </Form>
  );
}
