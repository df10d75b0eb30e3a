import ICAL from "ical.js";
import { instantOfFigures } from "~/platform/zones";

/** One of the time zones that this machine knows by name, for calendars that name one without describing it. */
class IntlZone extends ICAL.Timezone {
  readonly #name: string;

  constructor(name: string) {
    super({ tzid: name, component: new ICAL.Component("vtimezone") });
    this.#name = name;
  }

  /** @returns seconds ahead of UTC at a moment that the zone's own clocks show */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const shown = Date.UTC(year, month - 1, day, hour, minute, second);
    return (shown - instantOfFigures(shown, this.#name)) / 1000;
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
