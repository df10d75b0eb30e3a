import type { GallerySection, GalleryTile } from "@models/gallery-tile";
import type { Types } from "mongoose";
import type { Commune } from "./communes";
import type { Shot } from "./drawing";
import type { DemoPicture } from "./pictures";
import { chanceOf, idFor } from "./random";
import type { DemoVenue } from "./venues";

const CITIES: readonly { name: Commune; shot: Shot }[] = [
  { name: "Lyon", shot: { scene: "salle-de-reception", view: 1, mood: 0 } },
  { name: "Nantes", shot: { scene: "jardin", view: 2, mood: 0 } },
  { name: "Lille", shot: { scene: "salle-municipale", view: 1, mood: 0 } },
  { name: "Bordeaux", shot: { scene: "chateau", view: 1, mood: 1 } },
  { name: "Paris", shot: { scene: "espace-coworking", view: 0, mood: 1 } },
];
const TILES_OF_VENUES = 6;

export interface Gallery {
  tiles: GalleryTile[];
  /** Those of the cities; the other tiles show venues' covers. */
  pictures: DemoPicture[];
}

/**
 * The home page's tiles: five cities, a pick of rooms, the newest venues.
 *
 * @param admin who put the cities' pictures there
 */
export function makeGallery(
  venues: readonly DemoVenue[],
  admin: Types.ObjectId,
  now: Date,
): Gallery {
  const pictures = CITIES.map(({ name, shot }): DemoPicture => ({
    id: idFor(`city:${name}`),
    owner: admin,
    purpose: "gallery",
    shot,
    createdAt: now,
  }));
  const cities = CITIES.map(({ name }, place): GalleryTile => ({
    _id: `city:${place}`,
    section: "city",
    place,
    text: name,
    image: idFor(`city:${name}`),
    updatedAt: now,
  }));
  const shown = venues.filter(({ venue }) => venue.searchable);
  const newest = [...shown].sort(
    (a, b) => b.venue.createdAt.getTime() - a.venue.createdAt.getTime(),
  );
  const tiles = [
    ...cities,
    ...tilesOf("rooms", chanceOf("rooms").shuffle(shown), now),
    ...tilesOf("news", newest, now),
  ];
  return { tiles, pictures };
}

function tilesOf(section: GallerySection, venues: readonly DemoVenue[], now: Date): GalleryTile[] {
  return venues.slice(0, TILES_OF_VENUES).map(({ venue }, place) => ({
    _id: `${section}:${place}`,
    section,
    place,
    text: venue.title,
    image: venue.locationIMG[0]?.image,
    venue: venue._id,
    updatedAt: now,
  }));
}
