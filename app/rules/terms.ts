/** Which text of the conditions of use and of sale stands, and how long before another one does people are told. */
import { addDays, formatDay, parisDayOf, type Day } from "~/platform/days";

/**
 * Since when the text of /CGU and /CGV is as it is: its version, by which it is known what somebody accepted. Whoever
 * changes what they say changes it (decision 048).
 */
export const TERMS_SINCE: Day = "2026-11-29";

/** Those who let are told so many days before: regulation (EU) 2019/1150, article 3. */
export const NOTICE_DAYS = 15;

/** Whether people who are told at some instant, at the latest, know of other terms in time. */
export function isNoticeInTime(from: Day, toldBy: Date): boolean {
  return addDays(parisDayOf(toldBy), NOTICE_DAYS) <= from;
}

/** What stands above the text of the terms. */
export const TERMS_VERSION_TEXT = `Version du ${formatDay(TERMS_SINCE)}, en vigueur depuis ce jour.`;
