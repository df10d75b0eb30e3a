import { describe, expect, it } from "vitest";
import { PARIS, zoneOf } from "~/platform/zones";
import { outcomeOf } from "./calendar-task";
import { CalendarUnfit } from "./parse-calendar";
import { readCalendar, type ReadingOptions } from "./read-calendar";

const WINDOW: ReadingOptions = {
  from: "2027-01-01",
  until: "2028-06-30",
  zone: PARIS,
  ownUids: ".venue@here.example",
};

const NEW_YORK = `BEGIN:VTIMEZONE
TZID:Somewhere/Custom
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:-0500
TZOFFSETTO:-0500
END:STANDARD
END:VTIMEZONE`;

function calendar(...parts: string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//elsewhere//EN", ...parts, "END:VCALENDAR"]
    .join("\n")
    .replace(/\n/g, "\r\n");
}

let made = 0;
/** An event of these lines; its UID is its own unless given. */
function event(...lines: string[]): string {
  made += 1;
  const uid = lines.some((line) => line.startsWith("UID"))
    ? []
    : [`UID:event-${made}@there.example`];
  return ["BEGIN:VEVENT", ...uid, "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"].join("\n");
}

function read(parts: string[], options: Partial<ReadingOptions> = {}) {
  return readCalendar(calendar(...parts), { ...WINDOW, ...options });
}

/** The half days as '2027-03-28 AM', in order. */
function taken(...parts: string[]): string[] {
  return takenIn("75011", ...parts);
}

/** The same of a venue with this postal code. */
function takenIn(postalCode: string, ...parts: string[]): string[] {
  return read(parts, { zone: zoneOf(postalCode) })
    .slots.map(({ day, slot }) => `${day} ${slot}`)
    .sort();
}

describe("an event's half days", () => {
  it.each<[what: string, lines: string[], expected: string[]]>([
    ["a morning", ["DTSTART:20270310T080000Z", "DTEND:20270310T103000Z"], ["2027-03-10 AM"]],
    [
      "a morning until noon in Paris",
      ["DTSTART:20270310T080000Z", "DTEND:20270310T110000Z"],
      ["2027-03-10 AM"],
    ],
    [
      "over noon",
      ["DTSTART:20270310T080000Z", "DTEND:20270310T110001Z"],
      ["2027-03-10 AM", "2027-03-10 PM"],
    ],
    ["an afternoon", ["DTSTART:20270310T110000Z", "DTEND:20270310T230000Z"], ["2027-03-10 PM"]],
    [
      "overnight",
      ["DTSTART:20270310T200000Z", "DTEND:20270311T010000Z"],
      ["2027-03-10 PM", "2027-03-11 AM"],
    ],
    ["by its duration", ["DTSTART:20270310T080000Z", "DURATION:PT2H"], ["2027-03-10 AM"]],
    ["without an end", ["DTSTART:20270310T150000Z"], ["2027-03-10 PM"]],
    [
      "that ends before it starts",
      ["DTSTART:20270310T150000Z", "DTEND:20270309T150000Z"],
      ["2027-03-10 PM"],
    ],
    ["a whole day", ["DTSTART;VALUE=DATE:20270310"], ["2027-03-10 AM", "2027-03-10 PM"]],
    [
      "whole days, the last one without",
      ["DTSTART;VALUE=DATE:20270310", "DTEND;VALUE=DATE:20270312"],
      ["2027-03-10 AM", "2027-03-10 PM", "2027-03-11 AM", "2027-03-11 PM"],
    ],
    ["a day that is not said to be one", ["DTSTART:20270310"], ["2027-03-10 AM", "2027-03-10 PM"]],
    [
      "such days, in a zone or said to be times",
      ["DTSTART;TZID=Europe/Paris:20270310", "DTEND;VALUE=DATE-TIME:20270311"],
      ["2027-03-10 AM", "2027-03-10 PM"],
    ],
    [
      "floating, as the venue's clocks show it",
      ["DTSTART:20270310T113000", "DTEND:20270310T120000"],
      ["2027-03-10 AM"],
    ],
    [
      "of a zone known by its name",
      [
        "DTSTART;TZID=America/New_York:20270310T190000",
        "DTEND;TZID=America/New_York:20270310T200000",
      ],
      ["2027-03-11 AM"],
    ],
    [
      "of such a zone, in the hour after its clocks went back",
      [
        "DTSTART;TZID=America/Anchorage:20271107T020000",
        "DTEND;TZID=America/Anchorage:20271107T040000",
      ],
      ["2027-11-07 PM"],
    ],
    [
      "the hour that Paris skips in spring",
      ["DTSTART;TZID=Europe/Paris:20270328T000000", "DTEND;TZID=Europe/Paris:20270328T120000"],
      ["2027-03-28 AM"],
    ],
    [
      "in UTC on the day when clocks go forward",
      ["DTSTART:20270327T230000Z", "DTEND:20270328T100000Z"],
      ["2027-03-28 AM"],
    ],
    [
      "in UTC on the day when they go back",
      ["DTSTART:20271031T110000Z", "DTEND:20271031T230000Z"],
      ["2027-10-31 PM"],
    ],
  ])("are right for one %s", (_, lines, expected) => {
    expect(taken(event(...lines))).toEqual(expected);
  });

  it.each<[where: string, postalCode: string, lines: string[], expected: string[]]>([
    [
      "Guadeloupe on a Saturday evening, Sunday in Paris",
      "97110",
      ["DTSTART:20270613T000000Z", "DTEND:20270613T033000Z"],
      ["2027-06-12 PM"],
    ],
    [
      "Guadeloupe until its noon",
      "97110",
      ["DTSTART:20270612T120000Z", "DTEND:20270612T160000Z"],
      ["2027-06-12 AM"],
    ],
    [
      "Nouvelle-Calédonie on a Sunday morning, Saturday in Paris",
      "98800",
      ["DTSTART:20270612T203000Z", "DTEND:20270612T220000Z"],
      ["2027-06-13 AM"],
    ],
    [
      "La Réunion after its noon, before that of Paris",
      "97400",
      ["DTSTART;TZID=Europe/Paris:20270612T100000", "DTEND;TZID=Europe/Paris:20270612T113000"],
      ["2027-06-12 PM"],
    ],
    [
      "La Réunion at hours that nobody says whose they are",
      "97400",
      ["DTSTART:20270612T090000", "DTEND:20270612T120000"],
      ["2027-06-12 AM"],
    ],
    [
      "Tahiti on a whole day",
      "98714",
      ["DTSTART;VALUE=DATE:20270612"],
      ["2027-06-12 AM", "2027-06-12 PM"],
    ],
    [
      "Wallis each year, from the first day of interest on",
      "98600",
      ["DTSTART:20261231T130000Z", "DTEND:20261231T140000Z", "RRULE:FREQ=YEARLY;COUNT=2"],
      ["2027-01-01 AM", "2028-01-01 AM"],
    ],
    [
      "Tahiti until the last day of interest is over there",
      "98714",
      ["DTSTART:20280629T000000Z", "DTEND:20280629T010000Z", "RRULE:FREQ=DAILY;COUNT=9"],
      ["2028-06-28 PM", "2028-06-29 PM", "2028-06-30 PM"],
    ],
  ])("are those of the venue's own clocks: %s", (_, postalCode, lines, expected) => {
    expect(takenIn(postalCode, event(...lines))).toEqual(expected);
  });

  it("follow the zone that the calendar describes, whatever its name", () => {
    const times = [
      "DTSTART;TZID=Somewhere/Custom:20270310T190000",
      "DTEND;TZID=Somewhere/Custom:20270310T200000",
    ];
    expect(taken(NEW_YORK, event(...times))).toEqual(["2027-03-11 AM"]);
  });

  it("follow the name of a zone that the calendar names and does not describe", () => {
    const zone = (name: string) => `BEGIN:VTIMEZONE\nTZID:${name}\nEND:VTIMEZONE`;
    const lunch = (name: string) =>
      event(`DTSTART;TZID=${name}:20270610T110000`, `DTEND;TZID=${name}:20270610T120000`);
    expect(taken(zone("Europe/Paris"), lunch("Europe/Paris"))).toEqual(["2027-06-10 AM"]);
    const unknown = [
      zone("Mars/Olympus"),
      lunch("Mars/Olympus"),
      event("DTSTART:20270611T080000Z"),
    ];
    expect(read(unknown)).toMatchObject({
      slots: [{ day: "2027-06-11" }],
      unknownZones: ["Mars/Olympus"],
    });
  });

  it("are those of the days asked for alone", () => {
    const whole = event("DTSTART;VALUE=DATE:20200101", "DTEND;VALUE=DATE:99991231");
    const { slots } = read([whole], {
      from: "2027-01-01",
      until: "2027-01-02",
    });
    expect(slots).toHaveLength(4);
    expect(taken(event("DTSTART:20261231T080000Z"))).toEqual([]);
    expect(taken(event("DTSTART;VALUE=DATE:20280701"))).toEqual([]);
  });

  it("are not those of cancelled and of transparent events, nor of the venue's own", () => {
    const at = "DTSTART;VALUE=DATE:20270310";
    expect(
      taken(
        event(at, "STATUS:CANCELLED"),
        event(at, "TRANSP:TRANSPARENT"),
        event(at, "UID:PDS-ABC.venue@here.example"),
      ),
    ).toEqual([]);
    expect(taken(event(at, "UID:PDS-ABC.other@here.example"))).toHaveLength(2);
  });

  it("are told to be none of an event that says it takes no time, once, where it could close any", () => {
    const free = (...lines: string[]) => event(...lines, "TRANSP:TRANSPARENT");
    const weekly = "RRULE:FREQ=WEEKLY;COUNT=9";
    const uid = "UID:free@there.example";
    expect(
      read([
        ...[free("DTSTART;VALUE=DATE:20270310"), free("DTSTART:20270310T080000Z", weekly)],
        // One occurrence takes its time; nobody is told of what is over, called off or not to be read.
        free(uid, "DTSTART:20270311T080000Z", weekly),
        event(uid, "RECURRENCE-ID:20270318T080000Z", "DTSTART:20270319T080000Z"),
        free("DTSTART;VALUE=DATE:20261231"),
        free("DTSTART;VALUE=DATE:20270310", "STATUS:CANCELLED"),
        free("DTSTART;TZID=Mars/Olympus:20270310T080000"),
        free("UID:PDS-ABC.venue@here.example", "DTSTART;VALUE=DATE:20270310"),
      ]),
    ).toEqual({
      slots: [{ day: "2027-03-19", slot: "AM" }],
      ...{ free: 3, unread: 0, unknownZones: [] },
    });
  });

  it("are none, and nothing is lost, of a series that takes no time and cannot be read", () => {
    const mars = "DTSTART;TZID=Mars/Olympus:20270310T080000";
    const uid = "UID:series@there.example";
    const free = event(uid, mars, "RRULE:FREQ=WEEKLY;COUNT=3", "TRANSP:TRANSPARENT");
    const busy = event("DTSTART:20270311T080000Z");
    const nothing = { unread: 0, unknownZones: [] };
    const alone = { slots: [{ day: "2027-03-11", slot: "AM" }], free: 0, ...nothing };
    expect(read([free, busy])).toEqual(alone);
    const off = event("RRULE:FREQ=WEEKLY;COUNT=3", mars, "STATUS:CANCELLED");
    expect(read([off, busy])).toEqual(alone);
    const which = "RECURRENCE-ID;TZID=Mars/Olympus:20270317T080000";
    expect(read([free, event(uid, which, mars, "TRANSP:TRANSPARENT"), busy])).toEqual(alone);
    const rule = "RRULE:FREQ=FORTNIGHTLY";
    for (const line of ["TRANSP:TRANSPARENT", "STATUS:CANCELLED"]) {
      expect(read([event(mars, rule, line), busy])).toEqual(alone);
      const told = event("RECURRENCE-ID:someday", "DTSTART:20270311T080000Z", rule, line);
      expect(read([told, busy])).toEqual({ ...alone, unread: 1 });
    }
    // One that is told otherwise takes its time; of those that follow one, it is lost when that is.
    const [at, hour] = ["RECURRENCE-ID:20270317T080000Z", "DTSTART:20270318T080000Z"];
    const both = [...alone.slots, { day: "2027-03-18", slot: "AM" }];
    const { slots, ...told } = read([free, event(uid, at, hour), busy]);
    expect([...slots].sort((a, b) => (a.day < b.day ? -1 : 1))).toEqual(both);
    expect(told).toEqual({ free: 0, ...nothing });
    const following = event(uid, at.replace(":", ";RANGE=THISANDFUTURE:"), hour);
    expect(read([free, following, busy]).unknownZones).toEqual(["Mars/Olympus"]);
  });

  it("are not looked for without an end in a series that takes no time", () => {
    const seconds = ["DTSTART:20270310T080000Z", "RRULE:FREQ=SECONDLY"];
    const parts = [event(...seconds, "TRANSP:TRANSPARENT")];
    expect(() => read(parts)).toThrow(new CalendarUnfit("too_many_events"));
  });
});

describe("times that are told as taken, without an event", () => {
  const told = (...lines: string[]) =>
    taken(["BEGIN:VFREEBUSY", ...lines, "END:VFREEBUSY"].join("\n"));

  it("close their half days, whatever their kind, but for those that are free", () => {
    expect(
      told(
        ...["DTSTART:20270301T000000Z", "DTEND:20270401T000000Z"],
        "FREEBUSY:20270310T080000Z/20270310T103000Z,20270312T150000Z/PT2H",
        "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270313T080000Z/PT1H",
        "FREEBUSY;FBTYPE=FREE:20270314T080000Z/PT1H",
      ),
    ).toEqual(["2027-03-10 AM", "2027-03-12 PM", "2027-03-13 AM"]);
  });

  it("are not the venue's own, and are bounded as occurrences are", () => {
    const period = "FREEBUSY:20270310T080000Z/PT1H";
    expect(told("UID:PDS-ABC.venue@here.example", period)).toEqual([]);
    const many = `${period},${Array<string>(50_000).fill("20270310T080000Z/PT1H").join(",")}`;
    expect(() => told(many)).toThrow(new CalendarUnfit("too_many_events"));
  });

  it("are counted when they cannot be read, beside the others", () => {
    const one = ["BEGIN:VFREEBUSY", "FREEBUSY;VALUE=TEXT:soon", "END:VFREEBUSY"].join("\n");
    const other = event("DTSTART:20270311T080000Z");
    expect(read([one, other])).toMatchObject({
      slots: [{ day: "2027-03-11" }],
      unread: 1,
    });
  });
});

describe("recurring events", () => {
  it("take each occurrence, at the same hour when the clocks change", () => {
    const weekly = event(
      ...["DTSTART;TZID=Europe/Paris:20270314T113000", "DTEND;TZID=Europe/Paris:20270314T120000"],
      "RRULE:FREQ=WEEKLY;COUNT=3",
    );
    expect(taken(weekly)).toEqual(["2027-03-14 AM", "2027-03-21 AM", "2027-03-28 AM"]);
  });

  it("leave out EXDATE, and add RDATE", () => {
    const daily = event(
      ...["DTSTART;VALUE=DATE:20270310", "RRULE:FREQ=DAILY;UNTIL=20270312"],
      ...["EXDATE;VALUE=DATE:20270311", "RDATE;VALUE=DATE:20270401"],
    );
    expect(taken(daily).filter((half) => half.endsWith("AM"))).toEqual([
      ...["2027-03-10 AM", "2027-03-12 AM", "2027-04-01 AM"],
    ]);
  });

  it("are of days that are not said to be any, left out, added and moved", () => {
    const uid = "UID:unsaid@there.example";
    const daily = event(
      ...[uid, "DTSTART:20270310", "RRULE:FREQ=DAILY;COUNT=4"],
      ...["EXDATE:20270311,20270312", "RDATE:20270401"],
    );
    const moved = event(uid, "RECURRENCE-ID:20270313", "DTSTART:20270315");
    expect(taken(daily, moved).filter((half) => half.endsWith("AM"))).toEqual([
      ...["2027-03-10 AM", "2027-03-15 AM", "2027-04-01 AM"],
    ]);
  });

  it("begin with DTSTART, where RDATE alone or a rule that does not meet it says when else", () => {
    const start = "DTSTART;VALUE=DATE:20270309";
    const days = (...lines: string[]) => taken(event(...lines)).filter((one) => one.endsWith("AM"));
    expect(days(start, "RDATE;VALUE=DATE:20270311,20270305")).toEqual([
      ...["2027-03-05 AM", "2027-03-09 AM", "2027-03-11 AM"],
    ]);
    expect(days(start, "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2")).toContain("2027-03-09 AM");
    const left = ["RDATE;VALUE=DATE:20270311", "EXDATE;VALUE=DATE:20270309"];
    expect(days(start, ...left)).toEqual(["2027-03-11 AM"]);
  });

  it("leave out every EXDATE, also one that is said twice or follows one that meets nothing", () => {
    const weekly = ["DTSTART:20270308T080000Z", "RRULE:FREQ=WEEKLY;COUNT=4"];
    const left = ["2027-03-08 AM", "2027-03-29 AM"];
    const out = (...lines: string[]) => taken(event(...weekly, ...lines));
    expect(out("EXDATE:20270315T080000Z,20270315T080000Z,20270322T080000Z")).toEqual(left);
    expect(out("EXDATE:20270310T080000Z,20270315T080000Z", "EXDATE:20270322T080000Z")).toEqual(
      left,
    );
    expect(out("EXDATE;VALUE=DATE:20270315,20270315,20270322")).toEqual(left);
  });

  it("go on through the day that UNTIL names", () => {
    const until = (last: string) =>
      taken(event("DTSTART:20270308T080000Z", `RRULE:FREQ=DAILY;UNTIL=${last}`));
    expect(until("20270309T075959Z")).toEqual(["2027-03-08 AM"]);
    expect(until("20270309")).toEqual(["2027-03-08 AM", "2027-03-09 AM"]);
  });

  it("are told otherwise by RECURRENCE-ID: moved, called off, from some day on", () => {
    const uid = "UID:series@there.example";
    const series = event(
      uid,
      "DTSTART:20270301T080000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=5",
    );
    const moved = event(
      ...[uid, "RECURRENCE-ID:20270302T080000Z", "DTSTART:20270320T150000Z", "DURATION:PT1H"],
    );
    const calledOff = event(
      ...[uid, "RECURRENCE-ID:20270303T080000Z", "DTSTART:20270303T080000Z", "STATUS:CANCELLED"],
    );
    const later = event(
      ...[uid, "RECURRENCE-ID;RANGE=THISANDFUTURE:20270304T080000Z"],
      ...["DTSTART:20270304T150000Z", "DURATION:PT1H"],
    );
    expect(taken(series, moved, calledOff, later)).toEqual([
      ...["2027-03-01 AM", "2027-03-04 PM", "2027-03-05 PM", "2027-03-20 PM"],
    ]);
  });

  it("of a full diary that goes back for years are read, though each has one that was moved", () => {
    const courses = (count: number, start: string, rule: string) =>
      Array.from({ length: count }, (_, index) => {
        const uid = `UID:${rule}-${index}@there.example`;
        const times = [`DTSTART:${start}T080000Z`, "DURATION:PT1H"];
        const id = `RECURRENCE-ID:${start}T080000Z`;
        return [
          event(uid, ...times, `RRULE:FREQ=${rule}`),
          event(uid, id, `DTSTART:${start}T150000Z`, "DURATION:PT1H"),
        ];
      }).flat();
    expect(taken(...courses(20, "20210104", "WEEKLY"))).toHaveLength(78);
    expect(taken(...courses(4, "20130104", "DAILY"))).toHaveLength(365 + 182);
  });

  it("are moved into the days of interest and out of them, from and to long ago", () => {
    const uid = "UID:course@there.example";
    const weekly = event(uid, "DTSTART:20200106T080000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY");
    const moved = (from: string, to: string) =>
      event(uid, `RECURRENCE-ID:${from}T080000Z`, `DTSTART:${to}T150000Z`, "DURATION:PT1H");
    const all = taken(weekly);
    expect(all.slice(0, 2)).toEqual(["2027-01-04 AM", "2027-01-11 AM"]);
    // Of 2020 to a Thursday of 2027; of 2027 to 2020, and to 2029; of 2029 to 2027.
    const exceptions = [
      moved("20200113", "20270107"),
      moved("20270104", "20200114"),
      moved("20270111", "20290109"),
      moved("20290108", "20270114"),
    ];
    expect(taken(weekly, ...exceptions)).toEqual([
      ...["2027-01-07 PM", "2027-01-14 PM"],
      ...all.slice(2),
    ]);
  });

  it("are as long as they are, however long ago they began", () => {
    const long = event("DTSTART:20261220T080000Z", "DURATION:P20D", "RRULE:FREQ=YEARLY;COUNT=1");
    expect(taken(long)).toHaveLength(16 + 1);
    const uid = "UID:later@there.example";
    const series = event(
      uid,
      "DTSTART:20261001T080000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=9",
    );
    // All after it a year later, though the days of which they are told are over.
    const later = event(
      ...[uid, "RECURRENCE-ID;RANGE=THISANDFUTURE:20261008T080000Z"],
      ...["DTSTART:20271008T080000Z", "DURATION:PT1H"],
    );
    expect(taken(series, later)).toEqual(["2027-10-08 AM", "2027-10-09 AM"]);
  });

  it("that never end are followed to the last day", () => {
    const yearly = event("DTSTART;VALUE=DATE:19990704", "RRULE:FREQ=YEARLY");
    expect(taken(yearly)).toEqual(["2027-07-04 AM", "2027-07-04 PM"]);
  });

  it.each(["20270301T080000Z", "20100301T080000Z"])("are bounded, from %s on", (start) => {
    const uid = "UID:seconds@there.example";
    const seconds = event(uid, `DTSTART:${start}`, "DURATION:PT1S", "RRULE:FREQ=SECONDLY");
    const told = event(uid, `RECURRENCE-ID:${start}`, `DTSTART:${start}`, "DURATION:PT1S");
    for (const parts of [[seconds], [seconds, told]]) {
      expect(() => read(parts)).toThrow(new CalendarUnfit("too_many_events"));
    }
  });

  describe("of which one occurrence is told otherwise", () => {
    const uid = "UID:weekly@there.example";
    const weekly = (start: string) => event(uid, `DTSTART${start}`, "RRULE:FREQ=WEEKLY;COUNT=3");
    const timed = weekly(":20270301T080000Z");
    const others = ["2027-03-01 AM", "2027-03-15 AM"];
    const said = (...parts: string[]) => {
      const { slots, unknownZones, unread } = read(parts);
      return {
        ...{ unknownZones, unread },
        taken: slots.map(({ day, slot }) => `${day} ${slot}`).sort(),
      };
    };

    it.each([
      ["in a zone that nobody knows", "DTSTART;TZID=Custom:20270309T150000", ["Custom"], 0],
      ["at no time", "SUMMARY:moved", [], 1],
      ["in a year before all days", "DTSTART;VALUE=DATE:00010309", [], 1],
      ["in words", "DTSTART;VALUE=TEXT:Tuesday", [], 1],
    ] as const)("%s stay closed for the rest of them", (_, line, unknownZones, unread) => {
      const moved = event(uid, "RECURRENCE-ID:20270308T080000Z", line);
      const left = { taken: others, unknownZones, unread };
      expect(said(timed, moved)).toEqual(left);
      expect(said(moved, timed)).toEqual(left);
      // Of 'this and the following' nobody knows when any of them is.
      const later = event(uid, "RECURRENCE-ID;RANGE=THISANDFUTURE:20270308T080000Z", line);
      expect(said(timed, later)).toEqual({ ...left, taken: ["2027-03-01 AM"] });
    });

    it("are over from one on that is called off with the following ones, without a time", () => {
      const from = "RECURRENCE-ID;RANGE=THISANDFUTURE:20270308T080000Z";
      const calledOff = event(uid, from, "STATUS:CANCELLED");
      const left = { taken: ["2027-03-01 AM"], unknownZones: [], unread: 0 };
      expect(said(timed, calledOff)).toEqual(left);
    });

    it.each([
      ["of a zone that nobody knows", "RECURRENCE-ID;TZID=Custom:20270308T090000", ["Custom"], 0],
      ["in words", "RECURRENCE-ID;VALUE=TEXT:second", [], 1],
    ] as const)(
      "stay closed where none can tell which one, %s",
      (_, line, unknownZones, unread) => {
        const all = [others[0], "2027-03-08 AM", others[1]];
        const calledOff = event(uid, line, "DTSTART:20270308T080000Z", "STATUS:CANCELLED");
        expect(said(timed, calledOff)).toEqual({
          taken: all,
          unknownZones,
          unread,
        });
      },
    );

    it("know it by its day where one of the two times is a day", () => {
      const off = "STATUS:CANCELLED";
      const day = "RECURRENCE-ID;VALUE=DATE:20270308";
      expect(taken(timed, event(uid, day, "DTSTART;VALUE=DATE:20270308", off))).toEqual(others);
      const moved = event(uid, day, "DTSTART:20270309T150000Z");
      expect(taken(timed, moved)).toEqual([others[0], "2027-03-09 PM", others[1]]);
      const whole = weekly(";VALUE=DATE:20270301");
      const hour = event(uid, "RECURRENCE-ID:20270308T080000Z", "DTSTART:20270308T080000Z", off);
      expect(taken(whole, hour).filter((half) => half.endsWith("AM"))).toEqual(others);
    });
  });

  describe("of which this and the following are told otherwise", () => {
    const uid = "UID:following@there.example";
    const series = (start: string, rule = "FREQ=WEEKLY;COUNT=4") =>
      event(uid, `DTSTART${start}`, `RRULE:${rule}`);
    const following = (id: string, ...lines: string[]) =>
      event(uid, `RECURRENCE-ID;RANGE=THISANDFUTURE${id}`, ...lines);
    const hours = ["DTSTART:20270309T150000Z", "DURATION:PT1H"];
    const days = ["DTSTART;VALUE=DATE:20270309", "DURATION:P1D"];

    const atHours = ["2027-03-09 PM", "2027-03-16 PM", "2027-03-23 PM"];
    const onDays = [9, 16, 23].flatMap((day) =>
      ["AM", "PM"].map((slot) => `2027-03-${String(day).padStart(2, "0")} ${slot}`),
    );
    const kinds = { day: ";VALUE=DATE:20270308", hour: ":20270308T080000Z" };

    it.each([
      ["hours, by a day: other hours", ":20270301T080000Z", kinds.day, hours, atHours],
      ["hours, by a day: days", ":20270301T080000Z", kinds.day, days, onDays],
      ["hours, by an hour: days", ":20270301T080000Z", kinds.hour, days, onDays],
      ["days, by a day: hours", ";VALUE=DATE:20270301", kinds.day, hours, atHours],
      ["days, by an hour: hours", ";VALUE=DATE:20270301", kinds.hour, hours, atHours],
      ["days, by an hour: days", ";VALUE=DATE:20270301", kinds.hour, days, onDays],
    ])("are moved as far as it is, of %s", (_, start, id, lines, expected) => {
      const first = start.startsWith(";") ? ["2027-03-01 AM", "2027-03-01 PM"] : ["2027-03-01 AM"];
      expect(taken(series(start), following(id, ...lines))).toEqual([...first, ...expected]);
    });

    it("are moved back to the evening before, of days", () => {
      const evening = following(kinds.day, "DTSTART:20270307T190000Z", "DURATION:PT1H");
      expect(taken(series(";VALUE=DATE:20270301"), evening)).toEqual([
        ...["2027-03-01 AM", "2027-03-01 PM", "2027-03-07 PM", "2027-03-14 PM", "2027-03-21 PM"],
      ]);
    });

    it("are told by the clocks of their series, where those that tell it are others", () => {
      const noon = following(
        ":20270308T080000Z",
        ...["DTSTART;TZID=Europe/Paris:20270308T113000", "DURATION:PT30M"],
      );
      expect(taken(series(";TZID=Europe/Paris:20270301T090000"), noon)).toEqual([
        ...["2027-03-01 AM", "2027-03-08 AM", "2027-03-15 AM", "2027-03-22 AM"],
      ]);
    });

    it("begin with that day where the venue is", () => {
      // Ten in the evening of the day before in Guadeloupe.
      const nights = series(":20270302T020000Z", "FREQ=DAILY;COUNT=3");
      const later = following(";VALUE=DATE:20270302", "DTSTART:20270305T020000Z", "DURATION:PT1H");
      expect(takenIn("97110", nights, later)).toEqual([
        ...["2027-03-01 PM", "2027-03-04 PM", "2027-03-05 PM"],
      ]);
    });
  });

  describe("to which RDATE adds stretches with ends of their own", () => {
    const start = ["DTSTART;TZID=Europe/Paris:20270310T090000", "DURATION:PT1H"];
    const added =
      "RDATE;TZID=Europe/Paris;VALUE=PERIOD:20270401T090000/20270401T170000,20270403T150000/PT2H";
    const both = ["2027-04-01 AM", "2027-04-01 PM", "2027-04-03 PM"];

    it("take these for as long as they are, beside what else they say", () => {
      expect(taken(event(...start, added))).toEqual(["2027-03-10 AM", ...both]);
      const others = ["RRULE:FREQ=DAILY;COUNT=2", "RDATE;TZID=Europe/Paris:20270402T090000"];
      expect(taken(event(...start, added, ...others))).toEqual([
        ...["2027-03-10 AM", "2027-03-11 AM", ...both.slice(0, 2), "2027-04-02 AM", both[2]],
      ]);
      const days = event("DTSTART;VALUE=DATE:20270310", added);
      expect(taken(days)).toEqual(["2027-03-10 AM", "2027-03-10 PM", ...both]);
    });

    it("leave out those that are left out, called off or told otherwise", () => {
      const uid = "UID:stretches@there.example";
      const id = "RECURRENCE-ID;TZID=Europe/Paris:20270403T150000";
      const left = event(uid, ...start, added, "EXDATE;TZID=Europe/Paris:20270401T090000");
      const moved = event(uid, id, "DTSTART:20270405T080000Z", "DURATION:PT1H");
      expect(taken(left, moved)).toEqual(["2027-03-10 AM", "2027-04-05 AM"]);
      const off = event(uid, ...start, added, "STATUS:CANCELLED");
      expect(taken(off, moved)).toEqual(["2027-04-05 AM"]);
    });

    it("are counted where a stretch cannot be read, and bounded as occurrences are", () => {
      const odd = event(...start, "RDATE;VALUE=PERIOD:someday/later");
      const { slots, unread } = read([odd, event("DTSTART:20270311T080000Z")]);
      expect(slots.map(({ day }) => day)).toEqual(["2027-03-11"]);
      expect(unread).toBe(1);
      const many = Array<string>(5_001).fill("20270401T080000Z/PT1H").join(",");
      const parts = [event(...start, `RDATE;VALUE=PERIOD:${many}`)];
      expect(() => read(parts)).toThrow(new CalendarUnfit("too_many_events"));
      const over = event(...start, `RDATE;VALUE=PERIOD:${many.replaceAll("2027", "2026")}`);
      expect(taken(over)).toEqual(["2027-03-10 AM"]);
    });
  });

  it("of thirty years are read to this year's", () => {
    const daily = event("DTSTART:19970301T080000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY");
    expect(taken(daily)).toHaveLength(365 + 182);
  });
});

describe("what is told of recurring events", () => {
  const mornings = (...lines: string[]) => morningsIn("75011", ...lines);
  /** The days of an event, as those that are closed in the morning. */
  const morningsIn = (postalCode: string, ...lines: string[]) =>
    takenIn(postalCode, event(...lines))
      .filter((half) => half.endsWith("AM"))
      .map((half) => half.slice(0, "2027-01-01".length));

  it.each([
    ["Outlook's midnight", "75011", "20270708T220000Z"],
    ["the last second of the day", "75011", "20270709T215959Z"],
    ["a time in a zone of its own", "97110", "20270709T000000"],
    ["Outlook's midnight in Guadeloupe", "97110", "20270709T040000Z"],
    ["Outlook's midnight in Nouvelle-Calédonie", "98800", "20270708T130000Z"],
    ["Outlook's midnight in Paris, of a venue in Guadeloupe", "97110", "20270708T220000Z"],
    ["an hour of the day in Guadeloupe", "97110", "20270710T010000Z"],
    ["midnight in UTC, wherever the venue is", "97110", "20270709T000000Z"],
    ["the last second in UTC, wherever the venue is", "75011", "20270709T235959Z"],
  ])("ends whole days with the day that %s tells", (_, postalCode, until) => {
    const rule = `RRULE:FREQ=DAILY;UNTIL=${until}`;
    expect(morningsIn(postalCode, "DTSTART;VALUE=DATE:20270707", rule)).toEqual([
      ...["2027-07-07", "2027-07-08", "2027-07-09"],
    ]);
  });

  it("ends whole days by Paris's clocks in winter, and not for good in the year 9999", () => {
    const start = "DTSTART;VALUE=DATE:20270109";
    const until = (last: string) => mornings(start, `RRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=${last}`);
    expect(until("20270122T230000Z")).toEqual(["2027-01-09", "2027-01-16", "2027-01-23"]);
    expect(until("99991231T233000Z")).toHaveLength(77);
  });

  it("ends hours that are the venue's with one that is told in UTC", () => {
    const floating = ["DTSTART:20270510T090000", "RRULE:FREQ=WEEKLY;UNTIL=20270524T070000Z"];
    expect(mornings(...floating)).toEqual(["2027-05-10", "2027-05-17", "2027-05-24"]);
    expect(morningsIn("97110", ...floating)).toEqual(["2027-05-10", "2027-05-17"]);
  });

  it("ends hours of a zone with one that does not say whose it is", () => {
    const zoned = "DTSTART;TZID=America/Guadeloupe:20270510T090000";
    expect(morningsIn("97110", zoned, "RRULE:FREQ=WEEKLY;UNTIL=20270517T090000")).toEqual([
      ...["2027-05-10", "2027-05-17"],
    ]);
  });

  it("ends hours in UTC on a day when that is over where the venue is", () => {
    // Eight in the evening of the day before.
    const evenings = event("DTSTART:20270511T000000Z", "RRULE:FREQ=DAILY;UNTIL=20270512");
    expect(takenIn("97110", evenings)).toEqual([
      ...["2027-05-10 PM", "2027-05-11 PM", "2027-05-12 PM"],
    ]);
  });

  it.each([
    ["Outlook's midnight", "75011", ":20270511T220000Z"],
    ["Outlook's midnight in Guadeloupe", "97110", ":20270512T040000Z"],
    ["midnight in UTC", "97110", ":20270512T000000Z"],
    ["midnight in a zone that it names", "97110", ";TZID=Europe/Paris:20270512T000000"],
  ])("names a whole day by %s: left out, moved and added", (_, postalCode, told) => {
    const daily = ["DTSTART;VALUE=DATE:20270511", "RRULE:FREQ=DAILY;COUNT=3"];
    const others = ["2027-05-11", "2027-05-13"];
    expect(morningsIn(postalCode, ...daily, `EXDATE${told}`)).toEqual(others);
    const uid = "UID:days@there.example";
    const moved = event(uid, `RECURRENCE-ID${told}`, "DTSTART;VALUE=DATE:20270511");
    expect(takenIn(postalCode, event(uid, ...daily), moved)).toHaveLength(4);
    const start = "DTSTART;VALUE=DATE:20270510";
    expect(takenIn(postalCode, event(start, `RDATE${told}`))).toEqual([
      ...["2027-05-10 AM", "2027-05-10 PM", "2027-05-12 AM", "2027-05-12 PM"],
    ]);
  });

  it("leaves hours out by the clocks of their series", () => {
    const daily = "RRULE:FREQ=DAILY;COUNT=3";
    const others = ["2027-05-11", "2027-05-13"];
    expect(mornings("DTSTART:20270511T090000", daily, "EXDATE:20270512T070000Z")).toEqual(others);
    const zoned = "DTSTART;TZID=Europe/Paris:20270511T090000";
    expect(mornings(zoned, daily, "EXDATE:20270512T090000")).toEqual(others);
    const unknown = "EXDATE;TZID=Mars/Olympus:20270512T090000";
    expect(mornings(zoned, daily, unknown)).toEqual(["2027-05-11", "2027-05-12", "2027-05-13"]);
    // Half past midnight in Paris.
    const early = "DTSTART:20270510T223000Z";
    expect(mornings(early, daily, "EXDATE;VALUE=DATE:20270512")).toEqual(others);
    const twice = ["DTSTART:20270511T070000", "RRULE:FREQ=HOURLY;INTERVAL=7;COUNT=2"];
    expect(taken(event(...twice, "EXDATE:20270511T120000Z"))).toEqual(["2027-05-11 AM"]);
  });

  const ROMANCE = `BEGIN:VTIMEZONE
TZID:Romance Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;

  describe.each(["Europe/Paris", "Romance Standard Time"])("of %s", (name) => {
    const [start, end] = [`DTSTART;TZID=${name}:`, `DTEND;TZID=${name}:`];
    const weekly = "RRULE:FREQ=WEEKLY;COUNT=2";

    it("ends at the hour at which the first ends, begun in the night when clocks go back", () => {
      const sundays = event(`${start}20271031T000000`, `${end}20271101T000000`, weekly);
      expect(taken(ROMANCE, sundays)).toEqual([
        ...["2027-10-31 AM", "2027-10-31 PM", "2027-11-07 AM", "2027-11-07 PM"],
      ]);
    });

    it("ends at the hour at which the first ends, begun in the night when they go forward", () => {
      const nights = event(`${start}20270327T200000`, `${end}20270328T130000`, weekly);
      expect(taken(ROMANCE, nights)).toEqual([
        ...["2027-03-27 PM", "2027-03-28 AM", "2027-03-28 PM"],
        ...["2027-04-03 PM", "2027-04-04 AM", "2027-04-04 PM"],
      ]);
    });

    it("ends so where it is told of the following ones in such a night", () => {
      const uid = "UID:following@there.example";
      const sundays = event(
        ...[uid, `${start}20271024T000000`, `${end}20271025T000000`, "RRULE:FREQ=WEEKLY;COUNT=3"],
      );
      const which = `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=${name}:20271031T000000`;
      const following = event(uid, which, `${start}20271031T000000`, `${end}20271101T000000`);
      expect(taken(ROMANCE, sundays, following).filter((half) => half.endsWith("AM"))).toEqual([
        ...["2027-10-24 AM", "2027-10-31 AM", "2027-11-07 AM"],
      ]);
    });

    it("ends a day later where a day is how long it takes", () => {
      const days = event(`${start}20271024T000000`, "DURATION:P1D", weekly);
      expect(taken(ROMANCE, days)).toEqual([
        ...["2027-10-24 AM", "2027-10-24 PM", "2027-10-31 AM", "2027-10-31 PM"],
      ]);
    });
  });

  it("ends as it is told where one of the two ends is a day", () => {
    const twice = "RRULE:FREQ=WEEKLY;COUNT=2";
    const untilDay = ["DTSTART;TZID=Europe/Paris:20270310T090000", "DTEND;VALUE=DATE:20270312"];
    expect(mornings(...untilDay, twice)).toEqual([
      ...["2027-03-10", "2027-03-11", "2027-03-17", "2027-03-18"],
    ]);
    const untilHour = ["DTSTART;VALUE=DATE:20270310", "DTEND:20270311T150000Z"];
    expect(mornings(...untilHour, twice)).toEqual([
      ...["2027-03-10", "2027-03-11", "2027-03-17", "2027-03-18"],
    ]);
  });

  it("is a whole day where RDATE tells a day of what has hours", () => {
    const added = event("DTSTART:20270310T080000Z", "DURATION:PT1H", "RDATE;VALUE=DATE:20270401");
    expect(taken(added)).toEqual(["2027-03-10 AM", "2027-04-01 AM", "2027-04-01 PM"]);
    const ended = ["DTSTART:20270310T080000Z", "DTEND:20270310T090000Z"];
    expect(taken(event(...ended, "RDATE;VALUE=DATE:20270401"))).toEqual(taken(added));
  });

  it.each(["", ";BYMONTH=2", ";BYMONTHDAY=29;BYMONTH=2"])(
    "is of leap years alone on 29 February, each year%s",
    (parts) => {
      const start = "DTSTART;VALUE=DATE:20240229";
      const days = (count = "") => mornings(start, `RRULE:FREQ=YEARLY${parts}${count}`);
      expect(days()).toEqual(["2028-02-29"]);
      expect(days(";COUNT=2")).toEqual(["2028-02-29"]);
      expect(days(";COUNT=1")).toEqual([]);
    },
  );

  it.each([
    ["BYMONTH=1,4;COUNT=3", "20270131", ["2027-01-31", "2028-01-31"]],
    ["BYMONTH=4,1;BYMONTHDAY=31;UNTIL=20280131", "20270131", ["2027-01-31", "2028-01-31"]],
    ["BYMONTH=1,4;INTERVAL=2", "20260131", ["2028-01-31"]],
    ["BYMONTH=1,2,4;COUNT=4", "20270130", ["2027-01-30", "2027-04-30", "2028-01-30", "2028-04-30"]],
    ["BYMONTH=4,6", "20270131", ["2027-01-31"]],
    ["BYMONTH=2,3", "20260329", ["2027-03-29", "2028-02-29", "2028-03-29"]],
    ["BYMONTH=2,3;BYMONTHDAY=29", "19960129", ["2027-03-29", "2028-02-29", "2028-03-29"]],
  ])("is of those months alone that have the day, each year;%s", (parts, start, days) => {
    const found = mornings(`DTSTART;VALUE=DATE:${start}`, `RRULE:FREQ=YEARLY;${parts}`);
    expect(found).toEqual(days);
  });

  it.each([
    ["BYMONTH=9,6,7", "20270610", ["2027-06-10", "2027-07-10", "2027-09-10", "2028-06-10"]],
    ["BYMONTH=2,3,5", "20270115", ["2027-01-15", "2027-02-15", "2027-03-15", "2027-05-15"]],
    ["BYMONTH=3,4;BYDAY=1FR;COUNT=3", "20270402", ["2027-04-02", "2028-03-03", "2028-04-07"]],
    ["BYMONTH=1,3,4", "20270131", ["2027-01-31", "2027-03-31", "2028-01-31", "2028-03-31"]],
    ["BYMONTH=4,6;BYDAY=MO,WE,FR;BYSETPOS=-1", "20270430", ["2027-04-30", "2027-06-30"]],
    ["BYMONTH=1,2;COUNT=3", "20270129", ["2027-01-29", "2028-01-29", "2028-02-29"]],
    ["BYMONTH=3,6,9;BYMONTHDAY=-1", "20270331", ["2027-03-31", "2027-06-30", "2027-09-30"]],
    ["BYMONTH=1,2,3;BYMONTHDAY=-1", "20270131", ["2027-01-31", "2027-02-28", "2027-03-31"]],
  ])("is of each month that is named, each month;%s", (parts, start, days) => {
    const found = mornings(`DTSTART;VALUE=DATE:${start}`, `RRULE:FREQ=MONTHLY;${parts}`);
    expect(found.slice(0, days.length)).toEqual(days);
  });

  it("ends where a day is told from the end of months that seldom have it", () => {
    const odd = event(
      "DTSTART;VALUE=DATE:20270201",
      "RRULE:FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=-29",
    );
    expect(taken(odd, event("DTSTART:20270311T080000Z"))).toContain("2027-03-11 AM");
  });

  it("is of each hour that is named, in the months that are", () => {
    const twice = "RRULE:FREQ=MONTHLY;BYMONTH=3,6;BYHOUR=8,15;COUNT=3";
    expect(taken(event("DTSTART:20270310T080000Z", "DURATION:PT1H", twice))).toEqual([
      ...["2027-03-10 AM", "2027-03-10 PM", "2027-06-10 AM"],
    ]);
  });

  it("is of months that have a 31st, each month, and of those alone that are counted", () => {
    const days = (count = "") =>
      mornings("DTSTART;VALUE=DATE:20270131", `RRULE:FREQ=MONTHLY${count}`);
    expect(days(";COUNT=3")).toEqual(["2027-01-31", "2027-03-31", "2027-05-31"]);
    expect(days()).toHaveLength(10);
    const yearly = mornings("DTSTART:20261231T090000", "RRULE:FREQ=YEARLY");
    expect(yearly).toEqual(["2027-12-31"]);
  });
});

describe("what is not understood", () => {
  it("is an unknown zone, which is said and not guessed", () => {
    const lost = event("DTSTART;TZID=Mars/Olympus:20270310T080000");
    const found = event("DTSTART:20270311T080000Z");
    expect(read([lost, found])).toEqual({
      slots: [{ day: "2027-03-11", slot: "AM" }],
      unknownZones: ["Mars/Olympus"],
      ...{ unread: 0, free: 0 },
    });
  });

  it("is said of twenty zones, a hundred characters of each; the events of further ones are counted", () => {
    const zones = Array.from({ length: 30 }, (_, index) => `${index}`.padStart(120, "Z"));
    const named = (zone: string) => event(`DTSTART;TZID=${zone}:20270310T080000`);
    const told = zones.map((_, index) => `Zone/${index}${"😀".repeat(120)}`);
    const known = event("DTSTART:20270311T080000Z");
    const { unknownZones, unread } = read([known, ...[...told, told[0]!].map(named)]);
    expect(unknownZones).toEqual(told.slice(0, 20).map((zone) => [...zone].slice(0, 100).join("")));
    expect(unread).toBe(10);
    // Those that are told as the same are the same to their owner.
    expect(read([known, ...zones.map(named)])).toMatchObject({
      unknownZones: ["Z".repeat(100)],
      unread: 0,
    });
  });

  it.each([
    [
      "after a hundred characters that are the same",
      (count: number) => `${"A".repeat(100)}${count}`,
    ],
    ["folded", (count: number) => `${"A".repeat(60)}\n ${"B".repeat(60)}${count}`],
    ["in quotation marks", (count: number) => `"A:${count}"`],
  ])("is a calendar of more zones than there are, whose names differ %s", (_, nameOf) => {
    const events = (most: number) =>
      Array.from({ length: most }, (__, count) =>
        event(`DTSTART;TZID=${nameOf(count)}:20270310T080000`),
      );
    expect(() => read(events(100))).toThrow(new CalendarUnfit("events_unreadable"));
    expect(() => read(events(101))).toThrow(new CalendarUnfit("too_many_events"));
  });

  it("is an event without sense, beside which the others stand", () => {
    const odd = event("DTSTART:tomorrow");
    const { slots, unread } = read([
      odd,
      event("SUMMARY:no start"),
      event("DTSTART:20270311T080000Z"),
    ]);
    expect(slots).toHaveLength(1);
    expect(unread).toBe(2);
  });

  it.each([
    ["an interval of its own", "RRULE:FREQ=FORTNIGHTLY"],
    ["a day without a name", "RRULE:FREQ=MONTHLY;BYDAY=1"],
    ["a day of nothing", "RRULE:FREQ=WEEKLY;BYDAY="],
    ["a thirteenth month", "RRULE:FREQ=YEARLY;BYMONTH=13"],
  ])("is a rule with %s, beside which the others stand", (_what, rule) => {
    const odd = event("DTSTART:20270310T080000Z", rule);
    const zoned = event("DTSTART;TZID=Somewhere/Custom:20270311T050000");
    expect(read([NEW_YORK, odd, zoned])).toEqual({
      slots: [{ day: "2027-03-11", slot: "AM" }],
      unknownZones: [],
      ...{ unread: 1, free: 0 },
    });
  });

  it("is 29 February, counted along with days that come each year; what it begins with stands", () => {
    const counted = "RRULE:FREQ=YEARLY;BYMONTH=2,3;COUNT=5";
    const odd = event("DTSTART;VALUE=DATE:20270329", counted);
    const { slots, unread } = read([odd, event("DTSTART:20270311T080000Z")]);
    expect(slots.map(({ day, slot }) => `${day} ${slot}`).sort()).toEqual([
      ...["2027-03-11 AM", "2027-03-29 AM", "2027-03-29 PM"],
    ]);
    expect(unread).toBe(1);
  });

  it.each([
    ["an open quotation mark", 'ATTENDEE;CN="Ida:mailto:ida@there.example'],
    ["a parameter without a name", "X-A;:foo"],
    ["words on a line of their own", "DESCRIPTION:First\nDTEND is told below"],
  ])("is %s, and says nothing of when its event is", (_what, line) => {
    const alarm = "BEGIN:VALARM\nTRIGGER:-PT15M\nDURATION:PT9H\nEND:VALARM";
    const start = "DTSTART;TZID=Somewhere/Cus\n tom:20270310T050000";
    const odd = event(line, start, "STATUS:CONFIRMED", alarm, "DURATION:PT1H");
    const cancelled = event("DTSTART:20270312T080000Z", "STATUS:CANCELLED");
    const own = event("UID:1.venue@here.example", "DTSTART:20270313T080000Z");
    const reading = read([NEW_YORK, odd, cancelled, own]);
    expect(reading).toEqual({
      slots: [{ day: "2027-03-10", slot: "AM" }],
      unknownZones: [],
      ...{ unread: 0, free: 0 },
    });
  });

  it("is no event of all, which is another thing than none", () => {
    const odd = event("DTSTART:20270310T080000Z", "RRULE:FREQ=FORTNIGHTLY");
    const nowhere = event("DTSTART;TZID=Nowhere/Town:20270310T080000");
    const moved = event(
      "RECURRENCE-ID:20270310T080000Z",
      "DTSTART;TZID=Nowhere/Town:20270310T080000",
    );
    const told = ["BEGIN:VFREEBUSY", "FREEBUSY;VALUE=TEXT:soon", "END:VFREEBUSY"].join("\n");
    const own = event("UID:1.venue@here.example", "DTSTART:20270313T080000Z");
    // What takes no time is none that could close a day again.
    const at = "DTSTART:20270310T080000Z";
    const timeless = [
      ...[event(at, "STATUS:CANCELLED"), event(at, "TRANSP:TRANSPARENT")],
      ...[event(at, "RRULE:FREQ=DAILY;COUNT=3", "STATUS:CANCELLED")],
      ...[event(at, "RRULE:FREQ=DAILY;COUNT=3", "TRANSP:TRANSPARENT")],
      ...["BEGIN:VFREEBUSY\nEND:VFREEBUSY"],
      ["BEGIN:VFREEBUSY", "FREEBUSY;FBTYPE=FREE:20270310T080000Z/PT1H", "END:VFREEBUSY"].join("\n"),
    ];
    for (const lost of [odd, nowhere, moved, told, event("DTSTART:tomorrow")]) {
      for (const beside of [[], [own], ...timeless.map((one) => [one])]) {
        const parts = [lost, ...beside];
        expect(() => read(parts)).toThrow(new CalendarUnfit("events_unreadable"));
      }
      expect(read([lost, event("DTSTART:20200310T080000Z")]).slots).toEqual([]);
    }
    for (const parts of [[], [own], timeless])
      expect(read(parts)).toMatchObject({ slots: [], unread: 0 });
  });

  it.each([
    "",
    "<!doctype html><title>Login</title>",
    "BEGIN:VCARD\r\nEND:VCARD",
    "BEGIN:VCALENDAR\nrubbish",
  ])("is %j, no calendar at all", (text) => {
    expect(() => readCalendar(text, WINDOW)).toThrow(new CalendarUnfit("not_a_calendar"));
  });

  it("is a calendar of too many events", () => {
    const many = calendar(...Array<string>(20_001).fill("BEGIN:VEVENT\nEND:VEVENT"));
    expect(() => readCalendar(many, WINDOW)).toThrow(new CalendarUnfit("too_many_events"));
  });

  it("is answered as what it is, and a fault of ours is no answer", () => {
    expect(outcomeOf({ ...WINDOW, body: new Uint8Array() })).toEqual({
      problem: "not_a_calendar",
    });
    const noBody = Symbol() as unknown as Uint8Array<ArrayBuffer>;
    expect(() => outcomeOf({ ...WINDOW, body: noBody })).toThrow(TypeError);
  });
});
