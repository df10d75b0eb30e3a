/** One page of a list that is known whole. */
export interface Page<T> {
  items: T[];
  /** From 1. */
  page: number;
  /** At least 1. */
  pages: number;
  /** Of all pages together. */
  total: number;
}

/** Which page of a list this is, of how many. */
export type PagePlace = Omit<Page<unknown>, "items">;

/** @param page from 1; what lies outside the list is led to its nearest page */
export function pageOf<T>(all: readonly T[], page: number, perPage: number): Page<T> {
  const place = placeOf(all.length, page, perPage);
  return { items: all.slice((place.page - 1) * perPage, place.page * perPage), ...place };
}

/** As `pageOf`, of a list of which only the length is known. */
export function placeOf(total: number, page: number, perPage: number): PagePlace {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { page: Math.min(Math.max(1, page), pages), pages, total };
}
