import { daysBetween, formatDay, formatInstant, parisDayOf } from "~/platform/days";

/** A deadline as a date and in words: 'demain, 21/11/2026 à 10 h', '25/11/2026 (dans 5 jours)'. */
export function deadlineText(deadline: Date | null, now: Date): string {
  if (!deadline) return "aucune";
  const days = daysBetween(parisDayOf(now), parisDayOf(deadline));
  if (deadline <= now) {
    return days === 0
      ? `dépassée aujourd’hui (${formatInstant(deadline)})`
      : `dépassée depuis ${days === -1 ? "hier" : `${-days}\u00a0jours`} (${formatDay(parisDayOf(deadline))})`;
  }
  if (days === 0) return `aujourd’hui, ${formatInstant(deadline)}`;
  return days === 1
    ? `demain, ${formatInstant(deadline)}`
    : `${formatDay(parisDayOf(deadline))} (dans ${days}\u00a0jours)`;
}
