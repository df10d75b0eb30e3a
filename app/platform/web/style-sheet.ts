import css from "../../tailwind.css?inline";

/**
 * The whole style, inlined in every page: one request less on a slow phone (the Content Security
 * Policy allows it by its hash).
 */
export const styleSheet: string = css;
