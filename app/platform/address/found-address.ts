/** A place on the map, in degrees. */
export interface Coordinates {
  lat: number;
  lng: number;
}

/** An address that a search found, split into the fields that forms ask for; plain text throughout. */
export interface FoundAddress {
  /** The whole address on one line, as a list shows it. */
  label: string;
  /** Number and road; empty where only the town was found. */
  street: string;
  /** Five digits. */
  postalCode: string;
  city: string;
  country: "France";
  /** Absent where only the town was found. */
  coordinates?: Coordinates;
}

/** The part of France that an address search covers, in degrees. */
export const FRANCE_BOX = { south: 41.333, north: 51.124, west: -5.142, east: 9.662 } as const;

/** Whether a place is inside the box. */
export function isInBox({ lat, lng }: Coordinates): boolean {
  const { south, north, west, east } = FRANCE_BOX;
  return lat >= south && lat <= north && lng >= west && lng <= east;
}
