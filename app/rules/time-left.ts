/** How long somebody has left to answer, in words. Pure. */

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
