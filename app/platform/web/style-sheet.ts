import css from "../../tailwind.css?inline";

/**
 * The whole style, inlined in every page: one request less on a slow phone (the Content Security
 * Policy allows it by its hash).
 */
export const styleSheet: string = css;

/**
 * Where it goes in a page's markup: rendering leaves it out, so that its bytes need not be made anew for
 * every page. Nothing that people type becomes this text, their `<` being escaped.
 */
export const STYLE_PLACE = "<style></style>";
