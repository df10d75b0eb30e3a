/** Where the venues of the search index lie, and of what kinds they are: for those like another, near it. */

/** What is asked of a venue. */
export interface Located {
  postalCode: string;
  coordinates?: { lat: number; lng: number };
}

/** What is known of a venue's place. */
export interface Place {
  /** Degrees; not a number where nobody knows. */
  lat: number;
  lng: number;
  department: number;
  /** The kinds of venue that it is, as bits. */
  types: number;
}

export interface Neighbour<P extends Place> {
  place: P;
  /** As the crow flies; null where one of the two has no coordinates. */
  km: number | null;
}

/** Further away, a venue is near only when it is in the same département. */
export const NEAR_KM = 40;
const KM_PER_DEGREE = 111.2;

export function placeOf({ postalCode, coordinates }: Located, types: number): Place {
  const { lat = NaN, lng = NaN } = coordinates ?? {};
  return { lat, lng, department: departmentOf(postalCode), types };
}

/**
 * The places nearest to one: those of one of its kinds first, then the others, each from near to far. One
 * look at every place, a millisecond or two for 100,000.
 */
export function nearest<P extends Place>(
  of: P,
  all: Iterable<P>,
  most: number,
  isLeftOut: (place: P) => boolean,
): Neighbour<P>[] {
  const found: (Neighbour<P> & { isAlike: boolean; far: number })[] = [];
  for (const place of all) {
    if (place === of) continue;
    const km = distance(of, place);
    if (place.department !== of.department && !(km <= NEAR_KM)) continue;
    const isAlike = (place.types & of.types) !== 0;
    const far = Number.isNaN(km) ? Infinity : km;
    const last = found[most - 1];
    if (last && (last.isAlike === isAlike ? last.far <= far : last.isAlike)) continue;
    if (isLeftOut(place)) continue;
    found.push({ place, km: Number.isNaN(km) ? null : km, isAlike, far });
    found.sort((a, b) => Number(b.isAlike) - Number(a.isAlike) || compare(a.far, b.far));
    found.length = Math.min(found.length, most);
  }
  return found.map(({ place, km }) => ({ place, km }));
}

/** Kilometres, exact enough for neighbours. NaN where one has no coordinates. */
function distance(a: Place, b: Place): number {
  const north = a.lat - b.lat;
  const east = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(north, east) * KM_PER_DEGREE;
}

/** Not by difference: that of two infinities is no number. */
function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** How the postal codes of a département begin; overseas with three digits. */
export function departmentPrefix(postalCode: string): string {
  return postalCode.slice(0, postalCode.startsWith("97") ? 3 : 2);
}

function departmentOf(postalCode: string): number {
  return Number.parseInt(departmentPrefix(postalCode), 10) || 0;
}
