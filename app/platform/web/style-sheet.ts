import { useMatches } from "@remix-run/react";
import bookings from "../../bookings.css?inline";
import home from "../../home.css?inline";
import notices from "../../notices.css?inline";
import photo from "../../photo.css?inline";
import tables from "../../tables.css?inline";
import css from "../../tailwind.css?inline";
import venue from "../../venue.css?inline";

/**
 * The whole style, inlined in every page: one request less on a slow phone (the Content Security
 * Policy allows it by its hash).
 */
export const styleSheet: string = css;

/** What not all pages show: inlined in those that do, so that the others stay light. */
export const pageStyles = { bookings, home, notices, photo, tables, venue } satisfies Record<
  string,
  string
>;

/** What a route exports as `handle`. */
export interface PageHandle {
  style?: keyof typeof pageStyles;
  /** False on pages that show no table, nor a menu beside them, and have to be light. */
  hasTables?: boolean;
}

/** The styles that the page being rendered asks for beside the one that all have. */
export function usePageStyles(): string[] {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const hasTables = handles.every((handle) => handle?.hasTables ?? true);
  return [
    ...(hasTables ? [pageStyles.tables] : []),
    ...handles.flatMap((handle) => (handle?.style ? [pageStyles[handle.style]] : [])),
  ];
}
