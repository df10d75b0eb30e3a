import type { VenueRating } from "@models/venue";

/** What so many reviews with so many stars in all come to, as it is stored; undefined where there are none. */
export function ratingOf(count: number, sum: number): VenueRating | undefined {
  if (count === 0) return undefined;
  return { count, sum, average: Math.round((sum * 10) / count) };
}
