import { expect, it } from "vitest";
import { nearest, NEAR_KM, PlacesAround, placeOf } from "./places";

const [MEETING, PARTY] = [1, 2];
const LYON = { postalCode: "69002", coordinates: { lat: 45.7535, lng: 4.829 } };

/** Places by their rows, in the order given: what is asked about comes first. */
function nearestOf(
  venues: [{ postalCode: string; coordinates?: { lat: number; lng: number } }, number][],
  { most = 3, leftOut = [] as number[] } = {},
) {
  const places = venues.map(([venue, types], row) => ({ row, ...placeOf(venue, types) }));
  const near = nearest(places[0]!, places, most, ({ row }) => leftOut.includes(row));
  return near.map(({ place, km }) => ({ row: place.row, km }));
}

const north = (km: number) => ({
  ...LYON,
  coordinates: { lat: LYON.coordinates.lat + km / 111.2, lng: LYON.coordinates.lng },
});

it("prefers the same kind, then what is near", () => {
  const found = nearestOf([
    [LYON, MEETING],
    [north(9), MEETING],
    [north(1), PARTY],
    [north(2), MEETING | PARTY],
    [north(5), MEETING],
  ]);
  expect(found.map(({ row }) => row)).toEqual([3, 4, 1]);
  expect(found[0]?.km).toBeCloseTo(2, 1);
});

it("takes other kinds where there is room, and leaves out whom it is told to", () => {
  const venues: Parameters<typeof nearestOf>[0] = [
    [LYON, MEETING],
    [north(1), PARTY],
    [north(30), MEETING],
    [north(3), PARTY],
  ];
  expect(nearestOf(venues).map(({ row }) => row)).toEqual([2, 1, 3]);
  expect(nearestOf(venues, { leftOut: [2], most: 1 }).map(({ row }) => row)).toEqual([1]);
});

it("stays in the département, or within some forty kilometres", () => {
  const found = nearestOf([
    [LYON, MEETING],
    [{ ...north(39.5), postalCode: "01000" }, MEETING],
    [{ ...north(40.5), postalCode: "01000" }, MEETING],
    [{ ...north(60), postalCode: "69400" }, MEETING],
    [{ postalCode: "75011" }, MEETING],
  ]);
  expect(found.map(({ row }) => row)).toEqual([1, 3]);
});

it("puts a place that is not known last, without a distance", () => {
  const found = nearestOf([
    [LYON, MEETING],
    [{ postalCode: "69003" }, MEETING],
    [north(12), MEETING],
    [{ postalCode: "69001" }, MEETING],
  ]);
  expect(found.map(({ row, km }) => [row, km && Math.round(km)])).toEqual([
    [2, 12],
    [1, null],
    [3, null],
  ]);
  const overseas = (one: string, other: string) =>
    nearestOf([
      [{ postalCode: one }, MEETING],
      [{ postalCode: other }, MEETING],
    ]);
  expect(overseas("97400", "97100")).toEqual([]);
  expect(overseas("98800", "98714")).toEqual([]);
});

it("keeps of two of a kind that are as far the one that it met first", () => {
  const found = nearestOf(
    [
      [LYON, MEETING],
      [north(3), MEETING],
      [north(-3), MEETING],
      [north(2), PARTY],
    ],
    { most: 1 },
  );
  expect(found.map(({ row }) => row)).toEqual([1]);
});

/** By the length of a degree of the meridian, and of Lyon's parallel. */
const east = (km: number) => {
  const { lat, lng } = LYON.coordinates;
  const degrees = km / 111.2 / Math.cos((lat * Math.PI) / 180);
  return { ...LYON, coordinates: { lat, lng: lng + degrees } };
};

it("tells how far it is to the east and to the north", () => {
  const found = nearestOf([
    [LYON, MEETING],
    [east(10), MEETING],
    [east(-20), MEETING],
    [north(-30), MEETING],
  ]);
  expect(found.map(({ row, km }) => [row, Math.round(km! * 100) / 100])).toEqual([
    [1, 10],
    [2, 20],
    [3, 30],
  ]);
});

it("finds whom it has around a place, and nobody around one that is not known", () => {
  const near = NEAR_KM - 1;
  const ways = [north(near), north(-near), east(near), east(-near)];
  const far = NEAR_KM + 1;
  const beyond = [north(far), north(-far), east(far), east(-far)];
  const unknown = placeOf({ postalCode: "69003" }, MEETING);
  const all = [LYON, ...ways, ...beyond].map((venue) => placeOf(venue, MEETING));
  const around = new PlacesAround([...all, unknown]);
  const found = around.around(all[0]!).map((place) => all.indexOf(place));
  expect(found.toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect(around.around(unknown)).toEqual([]);
});
