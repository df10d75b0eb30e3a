import { digestOf } from "~/platform/digest.server";
import type { Maintenance, Notice } from "~/platform/site-state";

/**
 * What a page showed of the site, as its form carries it: two who have it open would else undo each other's change unread.
 *
 * @param shown null: the site is open, and nothing is planned
 */
export function siteSeen(shown: Maintenance | Notice | null): string {
  return digestOf(shown);
}

/** A maintenance that is on or to come; one that ended by itself is still stored. */
export function standing(maintenance: Maintenance | null, now: Date): Maintenance | null {
  return maintenance?.until && maintenance.until <= now ? null : maintenance;
}
