/**
 * The half days that a venue keeps free before and after each stay. They are slots of the reservation's own,
 * under the same lock as its days: two stays have the first one's 'after' and the second one's 'before'
 * between them, and days that an owner closed are no time to prepare in. A closed day of the week is: nobody
 * stays, but people may work.
 */
import {
  shiftSlot,
  periodOf,
  slotsOf,
  unavailablePeriods,
  type DaySlot,
  type StayRequest,
} from "./calendar";
import type { TimeRules } from "./time-rules";

export type Preparation = Pick<TimeRules, "preparationBefore" | "preparationAfter">;

/** A half day that a reservation takes, for its stay or to prepare it. */
export interface HeldSlot extends DaySlot {
  preparation?: true;
}

/** Every half day that a stay takes with its preparation, in order, each once. */
export function heldSlots(stay: StayRequest, preparation: Preparation): HeldSlot[] {
  const { preparationBefore = 0, preparationAfter = 0 } = preparation;
  const { start, end } = periodOf(stay);
  const beside = (from: DaySlot, step: number): HeldSlot => ({
    ...shiftSlot(from, step),
    preparation: true,
  });
  return [
    ...upTo(preparationBefore).map((step) => beside(start, step - preparationBefore - 1)),
    ...slotsOf(stay),
    ...upTo(preparationAfter).map((step) => beside(end, step)),
  ];
}

/**
 * The half days that are free and yet in no stay that could be prepared: those within the venue's preparation
 * of something taken. A stay can be had exactly when it covers neither them nor what is taken.
 */
export function tooNear(taken: readonly DaySlot[], preparation: Preparation): DaySlot[] {
  const { preparationBefore = 0, preparationAfter = 0 } = preparation;
  const keyOf = ({ day, slot }: DaySlot) => day + slot;
  const known = new Set(taken.map(keyOf));
  return unavailablePeriods(taken)
    .flatMap(({ start, end }) => [
      ...upTo(preparationAfter).map((step) => shiftSlot(start, -step)),
      ...upTo(preparationBefore).map((step) => shiftSlot(end, step)),
    ])
    .filter((slot) => {
      const isNew = !known.has(keyOf(slot));
      known.add(keyOf(slot));
      return isNew;
    });
}

/** 1, 2, … up to and with `count`. */
function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
