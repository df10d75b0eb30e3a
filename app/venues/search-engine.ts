/**
 * What the search of venues is asked and what it answers, whatever keeps it: the port between the pages and what
 * finds venues for them. Two adapters hold to it, and one contract holds them both
 * (tests/integration/search-engines.test.ts): an index in this process (search-index.server.ts) and the
 * database's own indexes (search-database.server.ts). docs/decisions/037-search-port.md says when to choose which.
 */
import { unitsOf, type DayRange, type StayRequest } from "~/rules/calendar";
import { ruleAgainst, type VenueTime } from "~/rules/time-rules";
import type { Day } from "~/platform/days";
import type { VenueSearch } from "./search-form";

/** Whole days that somebody asks for. */
export interface AskedDays extends DayRange {
  /** In Paris. */
  today: Day;
}

/** Who asks, and for when. */
export interface Asked {
  /** Whose own venues are left out. */
  viewerId: string | null;
  /** Who is taken on them, or does not rent them out, is left out. */
  days: AskedDays | null;
}

export interface Found {
  /** The page's, in order; fewer than 20 on the last one, none past it. */
  ids: string[];
  /** Those of all pages, counted no further than `MAX_COUNTED + 1`. */
  counted: number;
}

/** A venue like another, near it. */
export interface Similar {
  id: string;
  /** As the crow flies; null where one of the two has no coordinates. */
  km: number | null;
}

/**
 * Ids are 24 hexadecimal digits. Each question sees all that was committed, and told (platform/content-version), before
 * it was asked, whichever process wrote it; `similar` may be some minutes behind. Each throws what the database throws
 * when it does not answer.
 */
export interface SearchEngine {
  /**
   * One page of the venues that match, in a total order: the newest first; by price; or the best rated first, by
   * the average as it is shown, then by how many reviews there are, then the newest, and those without any last.
   * The id has the last word.
   */
  find(search: VenueSearch, asked: Asked): Promise<Found>;
  /**
   * Venues like this one and near it, the best first; none for one that cannot be found itself. Of the days
   * it asks whether a venue's rules allow them, not whether they are free.
   */
  similar(id: string, asked: Asked & { most: number }): Promise<Similar[]>;
  /** The ids of the venues created last, the newest first. */
  newest(most: number): Promise<string[]>;
  /** Does beforehand what the first question would wait for. */
  prepare(): Promise<void>;
  /** Keeps up with what changed while nobody asks, if it has to. */
  follow(): Promise<void>;
}

/** Whether a venue's rules of time allow these days, whole. */
export function allowsDays(time: VenueTime, days: AskedDays): boolean {
  const { startDate, endDate } = days;
  return isAllowed({ startDate, endDate, period: time.time }, days, time);
}

/** Whether they allow what a search for these days finds. */
export function allowsFound(time: VenueTime, days: AskedDays): boolean {
  return isAllowed(foundStay(time, days), days, time);
}

/**
 * What a search for whole days finds of a venue: them; of one day its morning, where nobody may have more than half a
 * day there. It is free all day, so that its afternoon can be had as well.
 */
export function foundStay(
  { time, longestStay }: VenueTime,
  { startDate, endDate }: DayRange,
): StayRequest {
  const isHalf = time === "Half" && longestStay === 1 && startDate === endDate;
  return { startDate, endDate, period: time, ...(isHalf && { startSlot: "AM", endSlot: "AM" }) };
}

function isAllowed(stay: StayRequest, { today }: AskedDays, rules: VenueTime): boolean {
  return ruleAgainst({ ...stay, units: unitsOf(stay) }, today, rules) === null;
}
