/** The rules of time of the venues in the search index: each set of them once, by a number. */
import { unitsOf, type DayRange } from "~/bookings/rules/calendar";
import { ruleAgainst, type VenueTime } from "~/bookings/rules/time-rules";
import type { Day } from "~/platform/days";

/** Whole days that somebody asks for. */
export interface AskedDays extends DayRange {
  /** In Paris. */
  today: Day;
}

/** Days that are searched, and who is taken on them. */
export interface SearchedDays extends AskedDays {
  busy: BusyOnDays;
}

/** The ids of venues that something takes: on the days themselves, or near to them. */
export interface BusyOnDays {
  on: readonly string[];
  /** In the half day just before the days, in the second one before, and so on; and after them. */
  before: readonly (readonly string[])[];
  after: readonly (readonly string[])[];
}

/** There are far fewer sets of rules than venues, so that a search asks each set, and of a venue its number. */
export class VenueTimes {
  #numbers = new Map<string, number>();
  #times: VenueTime[] = [];

  /** How many half days before and after a stay are kept free at most. */
  preparation = { before: 0, after: 0 };

  /** @param time with its keys always in the same order */
  numberOf(time: VenueTime): number {
    const text = JSON.stringify(time);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#times.push(time) - 1;
    this.#numbers.set(text, number);
    this.preparation = {
      before: Math.max(this.preparation.before, time.preparationBefore ?? 0),
      after: Math.max(this.preparation.after, time.preparationAfter ?? 0),
    };
    return number;
  }

  at(number: number): VenueTime {
    return this.#times[number]!;
  }

  /** 1 at the number of each set of rules that does not allow these days. */
  refusedOn({ startDate, endDate, today }: AskedDays): Uint8Array {
    return Uint8Array.from(this.#times, (time) => {
      const units = unitsOf({ startDate, endDate, period: time.time });
      return Number(ruleAgainst({ startDate, endDate, units }, today, time) !== null);
    });
  }
}
