import ICAL from "ical.js";
import ical from "ical-generator";
import { expect, it } from "vitest";
import { PARIS, zoneOf, type Zone } from "~/platform/zones";
import type { SlotPeriod } from "~/rules/calendar";
import { calendarText, ownUids, timesOf, uidOf } from "./ical-event";

const HALF: SlotPeriod = {
  start: { day: "2027-06-11", slot: "PM" },
  end: { day: "2027-06-12", slot: "PM" },
};
const WHOLE: SlotPeriod = { ...HALF, start: { day: "2027-06-11", slot: "AM" } };

function textIn(zone: Zone, ...stays: SlotPeriod[]): string {
  const calendar = ical({ name: "La Verrière", ttl: 60 * 60 });
  for (const stay of stays) {
    calendar.createEvent({ id: "a", ...timesOf(stay, zone), summary: "Fermé" });
  }
  return calendarText(calendar, zone);
}
const textOf = (...stays: SlotPeriod[]) => textIn(PARIS, ...stays);

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

it.each([
  ["AM", "PM", ";VALUE=DATE:20270611", ";VALUE=DATE:20270613"],
  ["PM", "PM", ";TZID=Europe/Paris:20270611T120000", ";TZID=Europe/Paris:20270613T000000"],
  ["AM", "AM", ";TZID=Europe/Paris:20270611T000000", ";TZID=Europe/Paris:20270612T120000"],
  ["PM", "AM", ";TZID=Europe/Paris:20270611T120000", ";TZID=Europe/Paris:20270612T120000"],
] as const)(
  "has whole days as days, and of half days those that begin or end at noon (%s to %s)",
  (first, last, begins, ends) => {
    const [start, end] = [
      { day: "2027-06-11", slot: first },
      { day: "2027-06-12", slot: last },
    ];
    const lines = textOf({ start, end }).split("\r\n");
    // Those of the zone have neither.
    const timed = lines.filter((line) => /^DT(?:START|END);/.test(line));
    expect(timed).toEqual([`DTSTART${begins}`, `DTEND${ends}`]);
  },
);

it.each([
  ["2027-06-11", "2027-06-11T10:00:00.000Z", "2027-06-11T22:00:00.000Z"],
  ["2026-12-11", "2026-12-11T11:00:00.000Z", "2026-12-11T23:00:00.000Z"],
  // Its clocks go forward in the night before, and back.
  ["2027-03-28", "2027-03-28T10:00:00.000Z", "2027-03-28T22:00:00.000Z"],
  ["2027-10-31", "2027-10-31T11:00:00.000Z", "2027-10-31T23:00:00.000Z"],
])("is for programs from noon to midnight in Paris, on the afternoon of %s", (day, noon, night) => {
  const times = timesOf({ start: { day, slot: "PM" }, end: { day, slot: "PM" } }, PARIS);
  expect(JSON.parse(JSON.stringify(times))).toEqual({
    ...{ timezone: "Europe/Paris", start: noon, end: night },
  });
  const event = ical().createEvent(times);
  expect(JSON.parse(JSON.stringify(event))).toMatchObject({ start: noon, end: night });
});

it.each([
  ["97110", "America/Guadeloupe", "2027-06-11T16:00:00.000Z", "2027-06-12T04:00:00.000Z"],
  ["97220", "America/Martinique", "2027-06-11T16:00:00.000Z", "2027-06-12T04:00:00.000Z"],
  ["97300", "America/Cayenne", "2027-06-11T15:00:00.000Z", "2027-06-12T03:00:00.000Z"],
  ["97400", "Indian/Reunion", "2027-06-11T08:00:00.000Z", "2027-06-11T20:00:00.000Z"],
  ["97500", "America/Miquelon", "2027-06-11T14:00:00.000Z", "2027-06-12T02:00:00.000Z"],
  ["97600", "Indian/Mayotte", "2027-06-11T09:00:00.000Z", "2027-06-11T21:00:00.000Z"],
  ["98600", "Pacific/Wallis", "2027-06-11T00:00:00.000Z", "2027-06-11T12:00:00.000Z"],
  ["98714", "Pacific/Tahiti", "2027-06-11T22:00:00.000Z", "2027-06-12T10:00:00.000Z"],
  ["98800", "Pacific/Noumea", "2027-06-11T01:00:00.000Z", "2027-06-11T13:00:00.000Z"],
])(
  "has half days overseas (%s) begin and end by their own clocks, %s",
  (code, name, noon, night) => {
    const zone = zoneOf(code);
    const day = "2027-06-11";
    const stay: SlotPeriod = { start: { day, slot: "PM" }, end: { day, slot: "PM" } };
    expect(timesOf(stay, zone).timezone).toBe(name);
    const text = textIn(zone, stay);
    expect(text).toContain(`\r\nDTSTART;TZID=${name}:20270611T120000\r\n`);
    // By what the file says of the zone, which is not known by its name alone.
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent")!);
    expect(event.startDate.toJSDate().toISOString()).toBe(noon);
    expect(event.endDate.toJSDate().toISOString()).toBe(night);
    expect(JSON.parse(JSON.stringify(timesOf(stay, zone)))).toMatchObject({
      start: noon,
      end: night,
    });
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  },
);

it("describes the clocks of Saint-Pierre-et-Miquelon, which change on days of their own", () => {
  for (const [day, noon] of [
    ["2027-03-13", "2027-03-13T15:00:00.000Z"],
    ["2027-03-14", "2027-03-14T14:00:00.000Z"],
    ["2027-11-06", "2027-11-06T14:00:00.000Z"],
    ["2027-11-07", "2027-11-07T15:00:00.000Z"],
  ] as const) {
    const text = textIn(zoneOf("97500"), {
      start: { day, slot: "PM" },
      end: { day, slot: "PM" },
    });
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent")!);
    expect([day, event.startDate.toJSDate().toISOString()]).toEqual([day, noon]);
  }
});

it("knows the events of a venue by the end of their UID, in whichever file they are told", () => {
  expect(uidOf("PDS-7K2F9Q", "665f00", "salles.example")).toBe("PDS-7K2F9Q.665f00@salles.example");
  expect(ownUids("665f00", "salles.example")).toBe(".665f00@salles.example");
});
