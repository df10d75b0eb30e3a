import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COLORS, type DateRangeOptions } from "~/ui/date-range/options";
import { DATE_RANGE_PROPS } from "./date-range-props";

/** The catalogue shows every component and everything that scripts add, or says here why not. */

const APP = fileURLToPath(new URL("../..", import.meta.url));

const WHOLE_PAGES = "lays out whole pages, each a state in tests/e2e/pages.test.ts";
const HOME = "is drawn by the style of the home page, which no other page carries";
const REASONS: Readonly<Record<string, string>> = {
  AuthLayout: WHOLE_PAGES,
  Band: HOME,
  Hero: WHOLE_PAGES,
  SearchBar: HOME,
  SidebarLayout: WHOLE_PAGES,
  StaticPage: WHOLE_PAGES,
  VenueLayout: WHOLE_PAGES,
  BookingBar: "stays at the edge of a window whose booking card is elsewhere: the venue's page",
  DefaultButton: "shows nothing",
  PageAssetsProvider: "shows nothing",
};
const REASONS_OF_SCRIPTS: Readonly<Record<string, string>> = {
  dismiss: "puts away what stands above the pages of somebody: banners.test.ts",
  "hold-countdown": "counts down a hold, which is a venue reserved: hold-countdown.test.ts",
  "in-place": "answers the booking form, which needs a venue: booking.test.ts",
  "venue-form": "sends the form of a venue: owner.test.ts",
};

function sourcesIn(folder: string): string[] {
  const names = readdirSync(join(APP, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(join(APP, folder, name), "utf8"));
}

/** Component → the source that it is exported from; what features show in the catalogue is among them. */
const sourceOf = new Map(
  ["ui", "venues/components"].flatMap((folder) =>
    sourcesIn(folder).flatMap((source) =>
      [...source.matchAll(/export (?:function|const) ([A-Z]\w*[a-z]\w*)/g)].map(
        ([, name]) => [name!, source] as const,
      ),
    ),
  ),
);

/** What the catalogue and the frame around each page show, and all that this is made of. */
const shown = new Set<string>();
const shownSources = [...sourcesIn("routes/testpage"), readFileSync(join(APP, "root.tsx"), "utf8")];
for (const source of shownSources) {
  for (const [, name] of source.matchAll(/<([A-Z]\w+)/g)) {
    const made = sourceOf.get(name!);
    if (made === undefined || shown.has(name!)) continue;
    shown.add(name!);
    shownSources.push(made);
  }
}

function fileNames(folder: string, ending: RegExp): string[] {
  return readdirSync(join(APP, folder))
    .filter((name) => ending.test(name) && !name.includes(".test."))
    .map((name) => name.replace(ending, ""));
}

const PICKER = "e2e/date-picker.test.ts";
const DAYS_TYPED = 'test("locale, displayFormat, separator, startWeekOn"';
const STATES = 'test("placeholder and hint, readOnly, disabled, required, error"';
/** A file of tests whose rows each do the same to both pickers. */
const REFERENCE = "e2e/date-picker-reference.test.ts";
/** Row of the date range's table → where a test of it stands, and how that begins there. */
const TESTS_OF_PROPS: Record<keyof DateRangeOptions, readonly [file: string, start: string]> = {
  id: [PICKER, 'test("id, label and name'],
  name: [PICKER, 'test("id, label and name'],
  label: [PICKER, 'test("id, label and name'],
  value: [PICKER, 'test("value, and the months'],
  single: [REFERENCE, '["single", ["focus"], { months:'],
  min: [PICKER, 'test("min and max'],
  max: [PICKER, 'test("min and max'],
  disabledDates: [PICKER, 'test("disabledDates'],
  displayFormat: [PICKER, DAYS_TYPED],
  separator: [PICKER, DAYS_TYPED],
  locale: [PICKER, DAYS_TYPED],
  startWeekOn: [PICKER, DAYS_TYPED],
  yearDirection: [REFERENCE, '["backward", ["focus", "years 1"], { first:'],
  popupDirection: [PICKER, 'test("popupDirection'],
  color: [PICKER, 'test("an unknown locale is English, and a colour'],
  placeholder: [PICKER, STATES],
  hint: [PICKER, STATES],
  readOnly: [PICKER, STATES],
  required: [PICKER, STATES],
  disabled: [PICKER, STATES],
  error: [PICKER, STATES],
  footer: [PICKER, 'test("footer'],
  startFrom: [REFERENCE, '["start-from", ["focus"], { months:'],
  shortcuts: [PICKER, 'test("shortcuts'],
  outsideDays: [PICKER, 'test("outsideDays'],
  stay: [PICKER, 'test("says what days cost'],
};

/** Contrast ratio of WCAG 2. @param hex RRGGBB */
function contrastToWhite(hex: string): number {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05);
}

describe("the catalogue", () => {
  it("shows every component, or there is a reason", () => {
    const ours = sourcesIn("ui").flatMap((source) =>
      [...sourceOf].filter(([, from]) => from === source).map(([name]) => name),
    );
    expect(ours.length).toBeGreaterThan(80);
    expect(ours.filter((name) => !shown.has(name)).sort()).toEqual(Object.keys(REASONS).sort());
  });

  it("shows every island and enhancer, or there is a reason", () => {
    const text = shownSources.join("\n");
    const names = [...fileNames("islands", /\.tsx$/), ...fileNames("enhancers", /\.ts$/)];
    const isAsked = (name: string) =>
      new RegExp(`(?:name=|useEnhance\\([^)]*)"${name}"`).test(text);
    expect(names.filter((name) => !isAsked(name)).sort()).toEqual(
      Object.keys(REASONS_OF_SCRIPTS).sort(),
    );
  });

  it("has a test for each row of the date range's table", () => {
    expect(Object.keys(TESTS_OF_PROPS).sort()).toEqual(Object.keys(DATE_RANGE_PROPS).sort());
    for (const [prop, [file, start]] of Object.entries(TESTS_OF_PROPS)) {
      const text = readFileSync(join(APP, "../tests", file), "utf8");
      expect(text.split(start).length - 1, `${prop}: ${start}`).toBe(1);
    }
  });

  it("shows the date range in each of its colours, dark enough for white text", () => {
    const css = readFileSync(join(APP, "islands/date-range/date-range.css"), "utf8");
    const [base, ...rules] = css.split(/^\.dr\[data-color="/m);
    expect(base).toContain("--dr-strong:");
    const colors = rules.map((rule) => /^(\w+)"\] \{\s*--dr-strong: #(\w{6});/.exec(rule) ?? []);
    expect(["blue", ...colors.map(([, name]) => name)].sort()).toEqual([...COLORS].sort());
    for (const [, name, hex] of colors) expect(contrastToWhite(hex!), name).toBeGreaterThan(4.5);
  });
});
