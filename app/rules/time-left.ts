/** How long somebody has left to answer or to pay, in words. Pure. */

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * 'Encore 2 h', 'Encore 45 min', 'Encore 3 jours': what is left of the hour or the day begun is left out, so that
 * nobody is told of more than there is.
 *
 * @param deadline after `now`
 */
export function timeLeft(deadline: Date, now: Date): string {
  const minutes = Math.floor((deadline.getTime() - now.getTime()) / 60_000);
  if (minutes < 1) return "Encore moins d’une minute";
  if (minutes < HOUR) return `Encore ${minutes}\u00a0min`;
  if (minutes < 3 * DAY) return `Encore ${Math.floor(minutes / HOUR)}\u00a0h`;
  return `Encore ${Math.floor(minutes / DAY)}\u00a0jours`;
}

/** '29 min', '3 h': from three hours on nobody counts minutes. `hold-countdown.ts` says the same as they pass. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / HOUR);
  return hours < 3 ? `${minutes}\u00a0min` : `${hours}\u00a0h`;
}
