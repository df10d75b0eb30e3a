/// <reference types="google.maps" />
import { importLibrary, setOptions } from "@googlemaps/js-api-loader";
import type { MappedPlace } from "~/ui/venue-map";

type Point = google.maps.LatLngLiteral;

/** How near one looks at a single place. */
const STREETS = 16;
const HEIGHT = "min(70vh, 36rem)";

/**
 * Shows places on a map of Google's, whose code comes with it.
 *
 * @param canvas hidden; shown once there is something to be seen in it
 * @returns why nothing is shown, for people; empty when something is
 * @throws when Google's code does not come
 */
export async function showMap(
  key: string,
  canvas: HTMLElement,
  places: readonly MappedPlace[],
): Promise<string> {
  setOptions({ key, v: "quarterly", language: "fr", region: "FR" });
  const [{ Map }, { Marker }, { LatLngBounds }] = await Promise.all([
    importLibrary("maps"),
    importLibrary("marker"),
    importLibrary("core"),
  ]);
  const known = places.flatMap((place) => (place.at ? [{ ...place, at: place.at }] : []));
  if (known.length === 0) {
    const [only, ...others] = places;
    if (!only || others.length > 0) return "Aucun de ces lieux n’est situé sur la carte.";
    const found = await find(only.address);
    if (typeof found === "string") return found;
    known.push({ ...only, at: found });
  }

  canvas.style.height = HEIGHT;
  canvas.hidden = false;
  const map = new Map(canvas, {
    center: known[0]!.at,
    zoom: STREETS,
    mapTypeControl: false,
    streetViewControl: false,
    // One finger scrolls the page.
    gestureHandling: "cooperative",
  });
  const bounds = new LatLngBounds();
  for (const { at, title, href } of known) {
    bounds.extend(at);
    const marker = new Marker({ map, position: at, title });
    marker.addListener("click", () => location.assign(href));
  }
  if (known.length > 1) map.fitBounds(bounds);
  return "";
}

/** Where an address is, or why nobody knows. */
async function find(address: string): Promise<Point | string> {
  try {
    const { Geocoder } = await importLibrary("geocoding");
    const { results } = await new Geocoder().geocode({ address, region: "fr" });
    return results[0]!.geometry.location.toJSON();
  } catch (error) {
    const status = (error as { code?: unknown }).code;
    return typeof status === "string"
      ? `Adresse introuvable (${status})`
      : "Erreur lors de la récupération des coordonnées.";
  }
}
