import { useMatches } from "@remix-run/react";
import home from "../../home.css?inline";
import notices from "../../notices.css?inline";
import photo from "../../photo.css?inline";
import css from "../../tailwind.css?inline";
import venue from "../../venue.css?inline";

/**
 * The whole style, inlined in every page: one request less on a slow phone (the Content Security
 * Policy allows it by its hash).
 */
export const styleSheet: string = css;

/** What few pages show: inlined in those alone, so that the others stay light. */
export const pageStyles = { home, notices, photo, venue } satisfies Record<string, string>;

/** What a route exports as `handle`. */
export interface PageHandle {
  style?: keyof typeof pageStyles;
}

/** The styles that the page being rendered asks for beside the one that all have. */
export function usePageStyles(): string[] {
  return useMatches().flatMap(({ handle }) => {
    const style = (handle as PageHandle | undefined)?.style;
    return style ? [pageStyles[style]] : [];
  });
}
