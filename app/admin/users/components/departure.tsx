import { ObstacleItems } from "~/offboarding/components/departure-obstacle-list";
import { Disclosure } from "~/ui/disclosure";
import type { UserDeparture } from "../user-departure.server";

/** '1 session', '2 sessions'. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count > 1 ? many : one}`;
}

/** '4 réservations à venir, 2 317,50 € payés'. */
export function comingText({ coming, paid }: UserDeparture): string {
  const reservations = counted(coming.length, "réservation à venir", "réservations à venir");
  return `${reservations}, ${paid} payés`;
}

/** The reservations to come, one a line, folded. */
export function ComingList({ departure }: { departure: UserDeparture }) {
  return (
    <Disclosure summary={comingText(departure)}>
      <ObstacleItems obstacles={departure.coming} />
    </Disclosure>
  );
}
