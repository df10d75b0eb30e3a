import { ObstacleItems } from "~/offboarding/components/departure-obstacle-list";
import type { FormState } from "~/platform/web/form-state";
import { CheckboxField } from "~/ui/choices";
import { Disclosure } from "~/ui/disclosure";
import type { Toast } from "~/platform/web/toast";
import type { ComingChoice } from "../forms";
import type { UserDeparture } from "../user-departure.server";

/** '1 session', '2 sessions'. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count > 1 ? many : one}`;
}

/** '4 réservations à venir, 2 317,50 € payés'. */
function comingText({ coming, paid }: UserDeparture): string {
  const reservations = counted(coming.length, "réservation à venir", "réservations à venir");
  return `${reservations}, ${paid} payés`;
}

/** What a ban has come to. */
export function banToast(coming: ComingChoice, left: number): string | Toast {
  if (coming === "keep" || left === 0) return "Le compte est banni.";
  return {
    type: "error",
    message: `Le compte est banni. ${leftText(left)}`,
  };
}

/** What could not be called off, and what to do about it. */
export function leftText(left: number): string {
  const which = counted(
    left,
    "réservation n’a pas pu être annulée",
    "réservations n’ont pas pu être annulées",
  );
  return `${which}\u00a0: un paiement est en cours, ou Stripe ne répond pas. Réessayez dans quelques minutes.`;
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
        soit réglé, ou que le dossier en soit classé dans «&nbsp;À traiter&nbsp;».
      </p>
      <ObstacleItems obstacles={awaited} />
    </>
  );
}

/** What keeps an account from being closed, and the box that calls off what can be; nothing where nothing does. */
export function CancelComingField({
  departure,
  state,
}: {
  departure: UserDeparture;
  state: FormState;
}) {
  if (departure.coming.length === 0) return <AwaitedMoney departure={departure} />;
  return (
    <>
      <AwaitedMoney departure={departure} />
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
