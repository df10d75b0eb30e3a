import ICAL from "ical.js";
import ical from "ical-generator";
import { expect, it } from "vitest";
import type { SlotPeriod } from "~/rules/calendar";
import { calendarText, timesOf } from "./ical-event";

const HALF: SlotPeriod = {
  start: { day: "2027-06-11", slot: "PM" },
  end: { day: "2027-06-12", slot: "PM" },
};
const WHOLE: SlotPeriod = { ...HALF, start: { day: "2027-06-11", slot: "AM" } };

function textOf(...stays: SlotPeriod[]): string {
  const calendar = ical({ name: "La Verrière", ttl: 60 * 60 });
  for (const stay of stays) calendar.createEvent({ id: "a", ...timesOf(stay), summary: "Fermé" });
  return calendarText(calendar);
}

/** What stands right inside the calendar, in order: the names of its properties, then of its components. */
function bodyOf(text: string): string[] {
  let depth = 0;
  return text.split("\r\n").flatMap((line) => {
    const [, begun] = /^BEGIN:(.*)/.exec(line) ?? [];
    if (line.startsWith("END:")) depth -= 1;
    const own = depth === 1 && !line.startsWith("END:") ? [begun ?? line.split(/[:;]/)[0]!] : [];
    if (begun) depth += 1;
    return own;
  });
}

it("has its own properties before all components, and describes the zone of half days once", () => {
  const text = textOf(HALF, WHOLE, HALF);
  const body = bodyOf(text);
  const first = body.indexOf("VTIMEZONE");
  expect(body.slice(first)).toEqual(["VTIMEZONE", "VEVENT", "VEVENT", "VEVENT"]);
  expect(body.slice(0, first)).toEqual(expect.arrayContaining(["VERSION", "REFRESH-INTERVAL"]));
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const [event] = calendar.getAllSubcomponents("vevent");
  expect(new ICAL.Event(event).startDate.toJSDate()).toEqual(new Date("2027-06-11T10:00:00Z"));
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

it("ends each of its lines, the last one too, as RFC 5545 has it", () => {
  for (const text of [textOf(HALF), textOf(WHOLE)]) {
    expect(text.endsWith("\r\nEND:VCALENDAR\r\n")).toBe(true);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
});

it("needs no zone for whole days", () => {
  expect(bodyOf(textOf(WHOLE))).not.toContain("VTIMEZONE");
});
