import { slotId, type DaySlot } from "~/rules/calendar";

/** One bit for each venue, by its number; there may be fewer than venues. */
type Bits = Uint8Array;

/**
 * Who is taken when: for each half day in which anything takes a venue, one bit for every venue. 100,000 venues and
 * two years of half days are 18 MB.
 */
export class TakenDays {
  /** A venue's number is its own for good: whoever cannot be found today may be found again. */
  #numbers = new Map<string, number>();
  /** By half day, ':2027-06-12:AM'. */
  #taken = new Map<string, Bits>();

  /** The number under which its half days are kept. */
  numberOf(venueId: string): number {
    const known = this.#numbers.get(venueId);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(venueId, number);
    return number;
  }

  /** @param id of a booked slot, which names the venue and the half day */
  take(id: string): void {
    const end = id.indexOf(":");
    const number = this.numberOf(id.slice(0, end));
    const halfDay = id.slice(end);
    const place = number >> 3;
    let bits = this.#taken.get(halfDay) ?? new Uint8Array(this.#numbers.size / 8 + 1);
    if (place >= bits.length) {
      const longer = new Uint8Array(place * 1.5 + 8);
      longer.set(bits);
      bits = longer;
    }
    bits[place]! |= 1 << (number & 7);
    this.#taken.set(halfDay, bits);
  }

  /** All that takes a venue now, instead of what did before. @param ids of its booked slots */
  replace(venueId: string, ids: Iterable<string>): void {
    const number = this.numberOf(venueId);
    for (const bits of this.#taken.values()) clear(bits, number);
    for (const id of ids) this.take(id);
  }

  /**
   * Who is taken in each of these half days; nothing for one that nobody is taken in.
   *
   * @param except ids of booked slots that count as free: some few
   */
  in(halfDays: readonly DaySlot[], except: ReadonlySet<string>): (Bits | undefined)[] {
    return halfDays.map((halfDay) => {
      const end = slotId("", halfDay);
      const bits = this.#taken.get(end);
      const free = [...except].filter((id) => id.endsWith(end));
      return bits && free.length > 0 ? this.#without(bits, free) : bits;
    });
  }

  #without(bits: Bits, ids: readonly string[]): Bits {
    const left = bits.slice();
    for (const id of ids) clear(left, this.numberOf(id.slice(0, id.indexOf(":"))));
    return left;
  }
}

function clear(bits: Bits, number: number): void {
  bits[number >> 3]! &= ~(1 << (number & 7));
}

/** Whether a venue is taken, by its number. */
export function isTaken(bits: Bits | undefined, number: number): boolean {
  return bits !== undefined && ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
}
