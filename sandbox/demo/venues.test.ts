import type { VenueType } from "@models/enumerations";
import { expect, it } from "vitest";
import { QUAYS, SHORES } from "./communes";
import { makePeople } from "./people";
import { makeVenues } from "./venues";

const now = new Date("2026-11-21T10:30:00Z");
const made = makeVenues(makePeople("hash", now).owners, now);
const venues = made.map(({ venue, shots }) => ({
  ...venue,
  scene: shots[0]!.scene,
  name: `${venue.title}, ${venue.city}\u00a0: ${venue.description}`,
}));
type Shown = (typeof venues)[number];

/** Those of which it is not true, for whoever has to look for them. */
const except = (isTrue: (venue: Shown) => boolean) =>
  venues.filter((venue) => !isTrue(venue)).map(({ name }) => name);

it("lets people in as the text says", () => {
  const ways = (words: RegExp, may: readonly unknown[]) =>
    except(
      ({ description, stepFreeAccess }) => !words.test(description) || may.includes(stepFreeAccess),
    );
  expect(venues.some(({ stepFreeAccess }) => stepFreeAccess === "Marches")).toBe(true);
  expect(ways(/plain-pied|même niveau|plate et/, ["De plain-pied", undefined])).toEqual([]);
  expect(ways(/quelques marches/, ["Marches", undefined])).toEqual([]);
  const raised = /dernier étage|les toits|péniche|quai pendant|passerelle/;
  expect(ways(raised, ["Rampe ou ascenseur", "Marches", undefined])).toEqual([]);
  expect(
    except(({ description }) => !(raised.test(description) && description.includes("plain-pied"))),
  ).toEqual([]);
});

it.each<[VenueType, number]>([
  ["Châteaux", 600],
  ["Manoirs", 300],
  ["Villas", 150],
  ["Jardins", 500],
  ["Espaces extérieurs", 150],
  ["Chapiteaux", 250],
])("has no venue of %s under %i m²", (type, least) => {
  const areas = venues.flatMap((venue) => (venue.type[0] === type ? (venue.floorArea ?? []) : []));
  expect(areas.length).toBeGreaterThan(0);
  expect(Math.min(...areas)).toBeGreaterThanOrEqual(least);
});

it("shows the sea where it is, and boats where there is a quay", () => {
  const words = (venue: Shown) =>
    [venue.description, ...venue.locationIMG.map(({ alt }) => alt)].join(" ");
  const bySea = venues.filter((venue) => /\b(?:la|en) mer\b/.test(words(venue)));
  expect(bySea.length).toBeGreaterThan(0);
  const shores = new Map(Object.entries(SHORES));
  for (const { street, city, postalCode, name } of bySea) {
    expect(shores.get(city)?.streets, name).toContain(street.replace(/^\d+ /, ""));
    expect(postalCode, name).toBe(shores.get(city)?.postalCode);
  }
  const boats = venues.filter((venue) => /péniche|amarrée|à bord/.test(words(venue)));
  expect(boats.length).toBeGreaterThan(0);
  const quays = new Map(Object.entries(QUAYS));
  for (const { street, city, name } of boats) {
    expect(street.replace(/^\d+ /, ""), name).toBe(quays.get(city));
  }
  const stages = venues.filter(({ type }) => type[0] === "Salles de spectacle");
  expect(new Set(stages.map(({ scene }) => scene))).toEqual(new Set(["peniche", "auditorium"]));
});

it("has what its text promises", () => {
  const promised = (words: RegExp, what: Shown["equipement"][number]) =>
    except(({ description, equipement }) => !words.test(description) || equipement.includes(what));
  expect(promised(/stationnement/i, "Parking")).toEqual([]);
  expect(promised(/\bbar\b/, "Bar")).toEqual([]);
  expect(promised(/estrade/, "Podium")).toEqual([]);
});

it("asks of people what fits the place, the hours and the text", () => {
  const evenings: readonly VenueType[] = [
    ...(["Salles de concert", "Salles de spectacle", "Salles de fête", "Châteaux"] as const),
    ...(["Salles de réception", "Salles de banquet", "Manoirs", "Villas"] as const),
  ];
  expect(
    except(({ type, hours }) => !evenings.includes(type[0]!) || !hours?.includes("13\u00a0h")),
  ).toEqual([]);
  const withoutKitchen = new Set(["auditorium", "salle-de-concert", "salle-d-exposition"]);
  expect(
    except(
      ({ scene, description }) =>
        !withoutKitchen.has(scene) || !description.includes("Cuisine équipée"),
    ),
  ).toEqual([]);
  expect(
    except(({ scene, houseRules }) => scene !== "terrasse" || !houseRules?.includes("chiens")),
  ).toEqual([]);
  const outside = new Set(["jardin", "espace-exterieur", "terrasse", "chapiteau"]);
  expect(
    except(({ scene, houseRules }) => !outside.has(scene) || !houseRules?.includes("fenêtres")),
  ).toEqual([]);
  const saysWeekend = (text: string) => text.includes("week-end");
  expect(
    except(
      ({ description, closedWeekdays = [] }) =>
        !saysWeekend(description) || !closedWeekdays.some((day) => /samedi|dimanche/.test(day)),
    ),
  ).toEqual([]);
  expect(
    except(
      ({ description, latestAccess }) =>
        !description.includes("remise des clés") || !latestAccess?.includes("code"),
    ),
  ).toEqual([]);
});

it("says nothing twice", () => {
  for (const words of [/en cas de pluie/g, /remise des clés/g, /plain-pied|même niveau/g]) {
    expect(except(({ description }) => (description.match(words) ?? []).length < 2)).toEqual([]);
  }
});
