/** A venue's rules of time in French: as its page says them, and as it refuses by them. */
import { WEEKDAYS } from "@models/enumerations";
import { refusalMessage } from "~/platform/refusal";
import { unitsText } from "./price";
import { MOST_DAYS_HELD, type TimeRefusal, type TimeRules, type VenueTime } from "./time-rules";

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/** What a rule asks for, as its refusal tells it: '7 jours', 'le lundi et le mardi'. */
export function limitOf(refusal: TimeRefusal, venue: VenueTime): string {
  const { time: period } = venue;
  switch (refusal) {
    case "too_soon":
      return unitsText({ period: "Day", units: venue.minimumNotice ?? 1 });
    case "weekday_closed":
      return weekdaysText(venue);
    case "stay_too_short":
      return unitsText({ period, units: venue.shortestStay ?? 1 });
    case "stay_too_long":
      return unitsText({ period, units: longestOf(venue) ?? 1 });
  }
}

/** The sentence of each refusal that these rules can give. */
export function ruleSentences(venue: VenueTime): Partial<Record<TimeRefusal, string>> {
  const { minimumNotice, closedWeekdays, shortestStay, longestStay } = venue;
  const given = [
    ["too_soon", minimumNotice],
    ["weekday_closed", closedWeekdays?.length],
    ["stay_too_short", shortestStay],
    ["stay_too_long", longestStay],
  ] as const;
  return Object.fromEntries(
    given
      .filter(([, said]) => said)
      .map(([code]) => [code, refusalMessage(code, limitOf(code, venue))]),
  );
}

/** The rules as booking terms, a sentence each; none for a venue without any. */
export function ruleTerms(venue: VenueTime): string[] {
  const { minimumNotice = 0, closedWeekdays = [], preparationBefore, preparationAfter } = venue;
  return [
    minimumNotice > 1 ? `Réservation au moins ${minimumNotice}\u00a0jours à l’avance.` : "",
    closedWeekdays.length > 0 ? `Fermé ${weekdaysText(venue)}.` : "",
    lengthTerm(venue),
    preparationTerm(preparationBefore, preparationAfter),
  ].filter(Boolean);
}

/** The longest stay that can be reserved: no longer than anybody may hold days at once, whatever an owner allows. */
function longestOf({ longestStay, time }: VenueTime): number | undefined {
  return longestStay && Math.min(longestStay, time === "Day" ? MOST_DAYS_HELD : 2 * MOST_DAYS_HELD);
}

function lengthTerm(venue: VenueTime): string {
  const { shortestStay = 1, time } = venue;
  const longestStay = longestOf(venue);
  const of = (units: number) => unitsText({ period: time, units });
  if (longestStay === shortestStay) return `Pour ${of(shortestStay)} exactement.`;
  if (shortestStay > 1 && longestStay) return `De ${shortestStay} à ${of(longestStay)}.`;
  if (longestStay) return `${of(longestStay)} au plus.`;
  return shortestStay > 1 ? `${of(shortestStay)} au moins.` : "";
}

function preparationTerm(before = 0, after = 0): string {
  const of = (units: number) => unitsText({ period: "Half", units });
  const sides = [before > 0 && `${of(before)} avant`, after > 0 && `${of(after)} après`];
  const said = sides.filter((side) => side !== false);
  if (said.length === 0) return "";
  return `Le lieu reste libre ${list.format(said)} chaque réservation, pour sa préparation.`;
}

function weekdaysText({ closedWeekdays = [] }: TimeRules): string {
  return list.format(
    WEEKDAYS.filter((day) => closedWeekdays.includes(day)).map((day) => `le ${day}`),
  );
}
