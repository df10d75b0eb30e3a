import { counted } from "~/platform/numbers";
import { ConfirmPanel } from "~/ui/confirm-panel";
import type { ImportedCalendar } from "../calendars/calendars-page.server";

interface QuestionProps {
  /** Whose calendar it is: 'Salle des Tilleuls (Rouen)' */
  venue: string;
  /** The page of the calendars, where it is done, and where 'Retour' leads. */
  path: string;
}

/** Before the address that others read this calendar by is another. @param props.since which one it is, in milliseconds */
export function NewAddressQuestion({ venue, path, since }: QuestionProps & { since: number }) {
  return (
    <ConfirmPanel
      question={"Remplacer l’adresse de ce calendrier\u00a0?"}
      consequence={
        <>
          <p>{`${venue}.`}</p>
          <p>
            Les agendas et les plateformes qui lisent l’adresse d’aujourd’hui ne verront plus vos
            réservations, tant que vous ne leur donnez pas la nouvelle. L’ancienne ne revient pas.
          </p>
        </>
      }
      confirmLabel="Remplacer l’adresse"
      intent="share"
      backHref={path}
      action={path}
    >
      <input type="hidden" name="replaces" value={since} />
    </ConfirmPanel>
  );
}

/** Before nobody reads this calendar any more. */
export function StopSharingQuestion({ venue, path }: QuestionProps) {
  return (
    <ConfirmPanel
      question={"Ne plus partager ce calendrier\u00a0?"}
      consequence={
        <>
          <p>{`${venue}.`}</p>
          <p>
            Les agendas et les plateformes qui lisent son adresse ne verront plus vos réservations.
            Partagé à nouveau, il aura une autre adresse, à donner à chacun.
          </p>
        </>
      }
      confirmLabel="Ne plus partager"
      intent="unshare"
      backHref={path}
      action={path}
    />
  );
}

/** Before an imported calendar is taken away. */
export function RemoveCalendarQuestion({
  calendar: { id, name, closedDays },
  venue,
  path,
}: QuestionProps & { calendar: ImportedCalendar }) {
  return (
    <ConfirmPanel
      question={`Retirer le calendrier «\u00a0${name}\u00a0»\u00a0?`}
      consequence={
        <>
          <p>{`${venue}.`}</p>
          <p>
            {closedDays > 0
              ? `Il ferme ${counted(closedDays, "jour", "jours")}, que vos clients pourront réserver, sauf ceux qu’un autre calendrier ferme aussi.`
              : "Il ne ferme aucun jour."}
          </p>
          <p>
            Son adresse n’est pas gardée&nbsp;: pour l’importer de nouveau, il faudra la retrouver
            là où elle a été créée.
          </p>
        </>
      }
      confirmLabel="Retirer et rouvrir ses jours"
      intent="remove"
      backHref={path}
      action={path}
    >
      <input type="hidden" name="calendar" value={id} />
    </ConfirmPanel>
  );
}
