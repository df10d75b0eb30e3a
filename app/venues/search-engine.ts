/**
 * What the search of venues is asked and what it answers, whatever keeps it: the port between the pages and what
 * finds venues for them. Two adapters hold to it, and one contract holds them both
 * (tests/integration/search-engines.test.ts): an index in this process (search-index.server.ts) and the
 * database's own indexes (search-database.server.ts). docs/decisions/037-search-port.md says when to choose which.
 */
import type { Slot } from "@models/enumerations";
import { unitsOf, type DayRange, type StayRequest } from "~/rules/calendar";
import { ruleAgainst, type VenueTime } from "~/rules/time-rules";
import type { Day } from "~/platform/days";
import type { VenueSearch } from "./search-form";
import type { Town } from "./search-keys";

/** Days that somebody may want, whole but for those that were chosen at a venue by the half day. */
export interface WantedDays extends DayRange {
  /** Where the first begins and the last ends; absent: whole. Of no meaning by the day. */
  startSlot?: Slot;
  endSlot?: Slot;
}

/** Days that somebody asks for; a search asks for whole ones. */
export interface AskedDays extends WantedDays {
  /** In Paris. */
  today: Day;
}

/** Who asks, and for when. */
export interface Asked {
  /** Whose own venues are left out. */
  viewerId: string | null;
  /** Who is taken on them, or does not rent them out, is left out. */
  days: AskedDays | null;
  /** Ids of half days that count as free: what the viewer holds. */
  except?: ReadonlySet<string>;
}

export interface Found {
  /** The page's, in order; fewer than 20 on the last one, none past it. */
  ids: string[];
  /** Those of all pages, counted no further than `MAX_COUNTED + 1`. */
  counted: number;
}

/** A town in one writing, and how many venues are written so. */
export interface CountedTown extends Town {
  count: number;
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
   * Venues like this one and near it, the best first; none for one that cannot be found itself. Of the days,
   * or half days, it asks whether a venue's rules allow what is found there for them, not whether that is free.
   */
  similar(id: string, asked: Asked & { most: number }): Promise<Similar[]>;
  /** The ids of the venues created last, the newest first. @param after so many newer ones are left out */
  newest(most: number, after?: number): Promise<string[]>;
  /** The towns of all venues, as their owners write them: at most so many, those with the most venues first. */
  towns(most: number): Promise<CountedTown[]>;
  /** Does beforehand what the first question would wait for. */
  prepare(): Promise<void>;
  /** Keeps up with what changed while nobody asks, if it has to. */
  follow(): Promise<void>;
}

/** Whether a venue's rules of time allow what is found there for these days. */
export function allowsDays(time: VenueTime, days: AskedDays): boolean {
  const stay = foundStay(time, days);
  return ruleAgainst({ ...stay, units: unitsOf(stay) }, days.today, time) === null;
}

/**
 * What somebody who wants these days finds at a venue: their half days, where it is rented by them. Of whole days it is
 * them; of one day its morning, where nobody may have more than half a day there. A search finds it free all day, so that
 * its afternoon can be had as well.
 */
export function foundStay(
  { time, longestStay }: VenueTime,
  { startDate, endDate, startSlot = "AM", endSlot = "PM" }: WantedDays,
): StayRequest {
  const days = { startDate, endDate, period: time };
  if (time === "Day") return days;
  if (startSlot === "PM" || endSlot === "AM") return { ...days, startSlot, endSlot };
  const isHalf = longestStay === 1 && startDate === endDate;
  return { ...days, ...(isHalf && { startSlot: "AM", endSlot: "AM" }) };
}
