import type { Venue } from "@models/venue";

type Place = Pick<Venue, "coordinates" | "street" | "postalCode" | "city" | "country">;

/** A venue on OpenStreetMap: a search by address when its coordinates are unknown, so that the link always leads somewhere. */
export function mapUrl({ coordinates, street, postalCode, city, country }: Place): string {
  if (coordinates) {
    const { lat, lng } = coordinates;
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
  }
  const address = `${street}, ${postalCode} ${city}, ${country}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
}
