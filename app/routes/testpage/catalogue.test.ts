import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

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
  PageAssetsProvider: "shows nothing",
};
const REASONS_OF_SCRIPTS: Readonly<Record<string, string>> = {
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
});
