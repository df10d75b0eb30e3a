/** That what is told goes by Paris's time, where a place's own clocks show another. Pure. */
import { formatInstant } from "~/platform/days";
import { PARIS, type Zone } from "~/platform/zones";

/** What follows a deadline: ' (heure de Paris)'; nothing where clocks show it. */
export function parisTime(zone: Zone): string {
  return zone === PARIS ? "" : " (heure de Paris)";
}

/** A deadline in words, and by which time it is: '21/11/2026 à 11 h 05 (heure de Paris)'. */
export function deadlineText(deadline: Date, zone: Zone): string {
  return formatInstant(deadline) + parisTime(zone);
}

/** A policy as a sentence (`rules/policy`), and by which time its days are counted, where it has any. */
export function policyByParis(sentence: string, zone: Zone): string {
  const hasDays = /\d/.test(sentence);
  return zone === PARIS || !hasDays ? sentence : `${sentence} Les jours sont ceux de Paris.`;
}
