import { VENUE_TYPES } from "@models/enumerations";
import { describe, expect, it } from "vitest";
import { MOODS, SCENES, type Scene } from "./scenes";
import { VENUE_KINDS } from "./venue-kinds";
import { VENUE_TEXTS } from "./venue-texts";

const drawings = import.meta.glob<string>("./illustrations/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});
const names = Object.keys(SCENES) as Scene[];
const places = Object.values(VENUE_KINDS).flatMap((kind) => kind.places);

describe("the demo's scenes", () => {
  it.each(names)("%s: is drawn, and every view lies inside its drawing", (scene) => {
    expect(drawings[`./illustrations/${scene}.svg`]).toContain('viewBox="0 0 1200 900"');
    expect(SCENES[scene][0]).toMatchObject({ left: 0, top: 0, width: 1200 });
    for (const { left, top, width } of SCENES[scene]) {
      expect(width).toBeGreaterThanOrEqual(500);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(1200);
      // Views are 4:3.
      expect(top + (width * 3) / 4).toBeLessThanOrEqual(900);
    }
  });

  it("are each of one place, and every type has a place", () => {
    expect(Object.keys(VENUE_KINDS).sort()).toEqual([...VENUE_TYPES].sort());
    // Venues of two types may look alike: a theatre is an auditorium.
    const shown = [...new Map(places.map((place) => [place.join(), place])).values()].flat();
    expect(new Set(shown).size).toBe(shown.length);
    expect([...shown].sort()).toEqual([...names].sort());
  });

  it("give each place five to seven views that are told apart, in the same moods", () => {
    for (const place of places) {
      const alts = place.flatMap((scene) => SCENES[scene].map(({ alt }) => alt));
      expect(alts.length).toBeGreaterThanOrEqual(5);
      expect(alts.length).toBeLessThanOrEqual(7);
      expect(new Set(alts).size).toBe(alts.length);
      for (const scene of place) expect(MOODS[scene]).toEqual(MOODS[place[0]]);
    }
  });

  it("have titles for every second place, among those of its type", () => {
    for (const type of VENUE_TYPES) {
      const { titles, secondPlace } = VENUE_TEXTS[type];
      expect(VENUE_KINDS[type].places).toHaveLength(secondPlace ? 2 : 1);
      expect(titles).toEqual(expect.arrayContaining([...(secondPlace?.titles ?? [])]));
    }
  });
});
