import ICAL from "ical.js";

/** One of the time zones that this machine knows by name, for calendars that name one without describing it. */
class IntlZone extends ICAL.Timezone {
  readonly #clock: Intl.DateTimeFormat;

  constructor(name: string) {
    super({ tzid: name, component: new ICAL.Component("vtimezone") });
    this.#clock = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
      ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
    });
  }

  /** @returns seconds ahead of UTC at a moment that the zone's own clocks show */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const shown = Date.UTC(year, month - 1, day, hour, minute, second);
    // Read at the figures themselves, then at the moment that this gives: it settles the days of a change.
    const guess = shown - this.#offsetAt(shown);
    return this.#offsetAt(guess) / 1000;
  }

  /** Milliseconds ahead of UTC at an instant. */
  #offsetAt(instant: number): number {
    const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
    for (const { type, value } of this.#clock.formatToParts(instant)) {
      if (type in parts) parts[type as keyof typeof parts] = Number(value);
    }
    const { year, month, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  }
}

/** Lets the parser know a zone by its name, when this machine does. */
export function learnZone(name: string): void {
  if (ICAL.TimezoneService.has(name) || !isKnown(name)) return;
  ICAL.TimezoneService.register(new IntlZone(name), name);
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // Intl tells an unknown name by throwing.
    return false;
  }
}
