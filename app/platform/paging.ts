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

/** @param page from 1; what lies outside the list is led to its nearest page */
export function pageOf<T>(all: readonly T[], page: number, perPage: number): Page<T> {
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  const shown = Math.min(Math.max(1, page), pages);
  return {
    items: all.slice((shown - 1) * perPage, shown * perPage),
    page: shown,
    pages,
    total: all.length,
  };
}
