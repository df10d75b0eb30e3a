import { VenueMap, type MappedPlace } from "~/ui/venue-map";
import type { Component } from "./example";

const LYON = { lat: 45.7634, lng: 4.8363 };
const place = (title: string, at: MappedPlace["at"], address = "1 rue, 00000 Somewhere") => ({
  ...{ title, at, address },
  href: "/testpage",
});

/** Each on a page of its own: they ask the maps provider, which only pages with a map may. */
const STATES: Record<string, { accepted: boolean; places: MappedPlace[] }> = {
  "map-asked": { accepted: false, places: [place("One", LYON)] },
  "map-many": {
    accepted: true,
    places: [place("One", LYON), place("Two", { lat: 48.85, lng: 2.35 }), place("Lost", null)],
  },
  "map-found": { accepted: true, places: [place("One", null, "2 quai, 69001 Lyon")] },
  "map-unknown": { accepted: true, places: [place("One", null)] },
  "map-broken": { accepted: true, places: [place("One", null, "Rue de la Panne")] },
  "map-none": { accepted: true, places: [place("One", null), place("Two", null)] },
};

/** A map above the places that are on it. */
export const mapExamples: Component = {
  props: {
    maps: "the provider's public key, and whether the visitor accepts it; null: the children alone",
    places: "with their coordinates; the address of a single one is looked for",
    children: "the same places as text",
  },
  examples: Object.entries(STATES).map(([name, { accepted, places }]) => ({
    name,
    isPage: true,
    show: () => (
      <div className="stack">
        <h1>Map</h1>
        <VenueMap maps={{ key: "a-key", accepted }} places={places}>
          <ul>
            {places.map(({ title, address }) => (
              <li key={title}>{`${title}: ${address}`}</li>
            ))}
          </ul>
        </VenueMap>
      </div>
    ),
  })),
};
