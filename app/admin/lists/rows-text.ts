import { formatCount } from "~/platform/numbers";

/** The rows of a page of a list. */
export interface ShownRows {
  /** The rank of the first, from 1. */
  first: number;
  rows: readonly unknown[];
}

/** Which rows of a list a page shows: 'Lieux 51 à 100'; the list's title alone where it shows none. */
export function rowsText(title: string, { first, rows }: ShownRows): string {
  if (rows.length === 0) return title;
  return `${title} ${formatCount(first)} à ${formatCount(first + rows.length - 1)}`;
}
