/**
 * The clocks that places in France go by: Paris's, and those overseas. Days, deadlines and 'today' are Paris's wherever a
 * place is; its own clocks say what a calendar elsewhere tells of it, and at which instant a half day of its begins. Pure.
 */
import { addDays, type Day } from "./days";

export const PARIS = "Europe/Paris" as const;

/** By how postal codes begin. The Marquesas, half an hour ahead of Tahiti, go by its clocks: no code tells them apart. */
const OVERSEAS = {
  971: "America/Guadeloupe",
  972: "America/Martinique",
  973: "America/Cayenne",
  974: "Indian/Reunion",
  975: "America/Miquelon",
  976: "Indian/Mayotte",
  // Saint-Barthélemy and Saint-Martin, where they are not written by Guadeloupe's codes (97133, 97150).
  977: "America/Guadeloupe",
  978: "America/Guadeloupe",
  986: "Pacific/Wallis",
  987: "Pacific/Tahiti",
  988: "Pacific/Noumea",
} as const;

export type Zone = typeof PARIS | (typeof OVERSEAS)[keyof typeof OVERSEAS];

const BY_CODE: Readonly<Record<string, Zone>> = OVERSEAS;

/** The time zone of a place in France; Paris's where nobody knows. */
export function zoneOf(postalCode = ""): Zone {
  return BY_CODE[postalCode.slice(0, 3)] ?? PARIS;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
    ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
  });
  clocks.set(zone, clock);
  return clock;
}

function figuresOf(instant: number, zone: string) {
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of clockOf(zone).formatToParts(instant)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  }
  return parts;
}

/**
 * What the clocks of a zone show at an instant.
 *
 * @param instant milliseconds
 * @param zone a name that Intl knows
 * @throws RangeError also for what is no day of ours
 */
export function shownAt(instant: number, zone: string): { day: Day; hour: number } {
  const { year, month, day, hour } = figuresOf(instant, zone);
  const figures = [year, month, day].map((part) => String(part).padStart(2, "0"));
  return { day: addDays(figures.join("-"), 0), hour };
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds as the instant. */
export function aheadOfUtc(instant: number, zone: string): number {
  const { year, month, day, hour, minute, second } = figuresOf(instant, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}

/**
 * The instant at which the clocks of a zone show some figures, in milliseconds.
 *
 * @param figures as the instant at which the clocks of UTC show them
 */
export function instantOfFigures(figures: number, zone: string): number {
  // Read at the figures themselves, then at the moment that this gives: it settles the days of a change.
  return figures - aheadOfUtc(figures - aheadOfUtc(figures, zone), zone);
}
