import { formatCount } from "~/platform/numbers";

/** Which rows of a list a page shows: 'Lieux 51 à 100'; the list's title alone where it shows none. */
export function rowsText(
  title: string,
  { first, rows }: { first: number; rows: readonly unknown[] },
): string {
  if (rows.length === 0) return title;
  return `${title} ${formatCount(first)} à ${formatCount(first + rows.length - 1)}`;
}
