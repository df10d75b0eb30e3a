/** What filters ask of a venue in lists, as the bits of one number each. */
import {
  CAPACITY_CODES,
  EQUIPMENT,
  ROOM_FOR,
  VENUE_TYPES,
  type Capacity,
  type Equipment,
  type VenueType,
} from "@models/enumerations";

export const typeBits = (types: readonly VenueType[]) => bitsOf(VENUE_TYPES, types);

/** A venue's equipment and its one capacity, or those that a search asks for. */
export const featureBits = (equipment: readonly Equipment[], capacity: Capacity | undefined) =>
  bitsOf(FEATURES, capacity ? [...equipment, capacity] : equipment);

/** The capacities that have room for so many people; 0 when nobody counted them. */
export const roomBits = (people: number | undefined) =>
  people === undefined
    ? 0
    : bitsOf<(typeof FEATURES)[number]>(
        FEATURES,
        CAPACITY_CODES.filter((code) => people <= ROOM_FOR[code]),
      );

const FEATURES = [...EQUIPMENT, ...CAPACITY_CODES] as const;

/** One bit for each value, by its place in a list of 31 at most; what it does not know is the 32nd. */
function bitsOf<T>(list: readonly T[], values: readonly T[]): number {
  let bits = 0;
  for (const value of values) bits |= 1 << list.indexOf(value);
  return bits;
}
