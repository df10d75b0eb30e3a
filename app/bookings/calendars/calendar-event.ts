/** What an event of a calendar elsewhere (RFC 5545) says of itself. */
import ICAL from "ical.js";
import { isFloating } from "./calendar-times";

export class UnknownZone extends Error {}

/** Whether an event could close any day: it takes place, and says that it takes its time. */
export function takesTime(component: ICAL.Component): boolean {
  return !isCancelled(component) && !isFree(component);
}

export function isCancelled(component: ICAL.Component): boolean {
  return said(component, "status") === "CANCELLED";
}

/** Whether an event says that it takes no time. Many programs have whole days say so, unless they are told otherwise. */
export function isFree(component: ICAL.Component): boolean {
  return said(component, "transp") === "TRANSPARENT";
}

function said(component: ICAL.Component, name: string): string {
  return String(component.getFirstPropertyValue(name)).toUpperCase();
}

/** When an event starts and when it is over, by itself. @throws UnknownZone */
export function timesOf(component: ICAL.Component): [start: ICAL.Time, end: ICAL.Time] {
  requireKnownZones(component);
  const { startDate, endDate } = new ICAL.Event(component, { exceptions: [] });
  return [startDate, endDate];
}

/** Which occurrence of its series an exception tells otherwise. @throws UnknownZone */
export function replacedBy(exception: ICAL.Component): ICAL.Time {
  requireKnownZones(exception, ["recurrence-id"]);
  const named: unknown = exception.getFirstPropertyValue("recurrence-id");
  if (!(named instanceof ICAL.Time)) throw new Error("RECURRENCE-ID is no time");
  return named;
}

/** Whether an exception speaks for the occurrences after its own, too. */
export function isForFollowing(exception: ICAL.Component): boolean {
  return exception.getFirstProperty("recurrence-id")?.getFirstParameter("range") !== undefined;
}

const TIMES = ["dtstart", "dtend", "recurrence-id"] as const;

/** @throws UnknownZone */
export function requireKnownZones(
  component: ICAL.Component,
  names: readonly (typeof TIMES)[number][] = TIMES,
): void {
  for (const name of names) {
    const property = component.getFirstProperty(name);
    if (property && isOfUnknownZone(property)) {
      throw new UnknownZone(property.getFirstParameter("tzid"));
    }
  }
}

/** Whether the hour that a property tells is one of a zone that it names, and that nobody knows. */
export function isOfUnknownZone(property: ICAL.Property): boolean {
  if (!property.getFirstParameter("tzid")) return false;
  const value = property.getFirstValue() as ICAL.Time;
  return isFloating(value) && !value.isDate;
}
