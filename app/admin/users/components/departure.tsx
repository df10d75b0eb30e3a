import { ObstacleItems } from "~/offboarding/components/departure-obstacle-list";
import { counted, formatCount } from "~/platform/numbers";
import { refusalMessage } from "~/platform/refusal";
import type { FormState } from "~/platform/web/form-state";
import { CheckboxField } from "~/ui/choices";
import { Disclosure } from "~/ui/disclosure";
import type { Toast } from "~/platform/web/toast";
import type { CalledOff } from "../cancel-coming.server";
import type { UserDeparture } from "../user-departure.server";

/** '4 réservations à venir, 2 317,50 € payés': on a narrow screen with large letters the word has no room beside its number. */
function comingText({ coming, paid }: UserDeparture): string {
  const reservations = coming.length > 1 ? "réservations" : "réservation";
  return `${formatCount(coming.length)} ${reservations} à venir, ${paid} payés`;
}

/** What a ban or a suspension has come to, with the reservations that it was to call off. */
export function calledOffToast(
  done: string | null,
  { unfinished, left, came }: CalledOff,
  again: keyof typeof AGAIN,
): string | Toast {
  const told = [...(done === null ? [] : [done]), ...unfinishedText(unfinished)];
  if (left + came === 0) return told.join(" ");
  const stands = [...(left > 0 ? [leftText(left), AGAIN[again]] : []), ...cameText(came)];
  return { type: "error", message: [...told, ...stands].join(" ") };
}

/** What the calling off alone has come to. */
export function cancelledToast(outcome: CalledOff): string | Toast {
  const { cancelled, unfinished, left, came } = outcome;
  if (cancelled + left + came === 0) return "Ces réservations sont déjà annulées.";
  const finished = cancelled - unfinished;
  const done = counted(finished, "réservation annulée.", "réservations annulées.");
  return calledOffToast(finished > 0 ? done : null, outcome, "account");
}

/** What becomes of what is left: decided with a ban or a suspension, a job tries it again. */
const AGAIN = {
  account: "Réessayez dans quelques minutes, depuis la fiche du compte.",
  decided:
    "Nous réessayons automatiquement\u00a0; ce qui resterait dans une heure s’annule depuis chaque fiche.",
} as const;

/** What is decided and goes on by itself. */
function unfinishedText(unfinished: number): string[] {
  if (unfinished === 0) return [];
  const which = counted(unfinished, "annulation est décidée", "annulations sont décidées");
  const ends = unfinished > 1 ? "elles se terminent" : "elle se termine";
  return [`${which}\u00a0: ${ends} dès que Stripe répond, sans rien faire de plus.`];
}

/** What could not be called off. */
function leftText(left: number): string {
  const which = counted(
    left,
    "réservation n’a pas pu être annulée",
    "réservations n’ont pas pu être annulées",
  );
  return `${which}\u00a0: un paiement est en cours, Stripe ne répond pas, ou c’est votre propre demande, qu’une autre personne doit annuler.`;
}

/** What is nobody's to try again: it was not there when it was decided what is called off. */
function cameText(came: number): string[] {
  if (came === 0) return [];
  const which = counted(came, "réservation est arrivée", "réservations sont arrivées");
  const ends = came > 1 ? "chacune s’annule depuis sa fiche" : "elle s’annule depuis sa fiche";
  return [`${which} entre-temps\u00a0: ${ends}.`];
}

/** The reservations to come, one a line, folded. */
export function ComingList({ departure }: { departure: UserDeparture }) {
  return (
    <Disclosure summary={comingText(departure)}>
      <ObstacleItems obstacles={departure.coming} />
    </Disclosure>
  );
}

/** The reservations that are over and keep an account all the same: only their money's arrival ends that. */
export function AwaitedMoney({ departure: { awaited } }: { departure: UserDeparture }) {
  if (awaited.length === 0) return null;
  return (
    <>
      <p>
        De l’argent est encore attendu pour ce compte&nbsp;: il ne peut pas être fermé avant que ce
        soit réglé, ou que le dossier en soit classé dans «&nbsp;À traiter&nbsp;»&nbsp;; une
        contestation, elle, attend la banque.
      </p>
      <ObstacleItems obstacles={awaited} />
    </>
  );
}

/** The appeals that keep an account from being deleted, unless its holder asks for it, and the ways to them. */
export function AppealsAwaited({ departure: { appeals } }: { departure: UserDeparture }) {
  return (
    <>
      <p>{refusalMessage("appeal_open")}</p>
      <ul className="stack">
        {appeals.map(({ id, text }) => (
          <li key={id}>
            <a href={`/admin/recours/${id}`}>{`Recours ${text}`}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What waits for the office's answer and ends with an account, a sentence each. */
export function endedTexts({ appeals, requests }: UserDeparture): string[] {
  return [
    ...appeals.map(({ text }) => `Son recours ${text} prend fin sans réponse.`),
    ...requests.map(({ text }) => `Une demande de droits prend fin avec le compte\u00a0: ${text}.`),
  ];
}

/**
 * What keeps an account from being closed, and the box that calls off what can be; nothing where nothing does. While money
 * is awaited there is no box: everything would be called off, and the account stay.
 */
export function CancelComingField({
  departure,
  state,
}: {
  departure: UserDeparture;
  state: FormState;
}) {
  if (departure.coming.length === 0) return <AwaitedMoney departure={departure} />;
  if (departure.awaited.length > 0) {
    return (
      <>
        <AwaitedMoney departure={departure} />
        <ComingList departure={departure} />
      </>
    );
  }
  return (
    <>
      <ComingList departure={departure} />
      <input type="hidden" name="seen" value={departure.seen} />
      <CheckboxField
        name="cancelComing"
        label="Annuler ses réservations à venir et tout rembourser"
        hint={`${departure.givenBack} Les acheteurs sont prévenus par e-mail. Sans cela, le compte ne peut pas être supprimé.`}
        defaultChecked={state.values.cancelComing !== undefined}
        optional
      />
    </>
  );
}
