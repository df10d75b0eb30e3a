import type { ContentChange } from "@models/setting";

/** The page of a venue: its id. */
const VENUE_PAGE = /^\/reservation\/([0-9a-f]{24})(?=\?|$)/;
/** A listing for days; a field whose name is written in another way may be one of them. */
const DATED = /^\/reservation\?(?:.*&)?(?:start|end|[^=&]*%[^=&]*)=[^&]/;

/**
 * The versions of public pages in this process. Days that were taken or freed are on the page of their venue
 * and in listings for days, and change no other; every other change is taken for one of all pages.
 */
export class ShownVersions {
  #all = 0;
  #dated = 0;
  /** Since all changed; by venue. */
  #venues = new Map<string, number>();

  take({ venues, owners, pages, anything, days = [] }: ContentChange): void {
    if (venues ?? owners ?? pages ?? anything) {
      this.#all += 1;
      this.#venues.clear();
    }
    if (days.length > 0) this.#dated += 1;
    for (const id of days) this.#venues.set(id, this.#dated);
  }

  /** What a page's version is, by its path and query: another one once something on it changed. */
  of(url: string): string {
    const venue = VENUE_PAGE.exec(url)?.[1];
    if (venue) return `${this.#all}.${this.#venues.get(venue) ?? 0}`;
    return DATED.test(url) ? `${this.#all}.${this.#dated}` : String(this.#all);
  }
}
