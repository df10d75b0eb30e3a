import { STYLE_PLACE, styleSheet } from "../style-sheet";

/** The HTML of answers that hold a rendered page. */
const pages = new WeakMap<Response, string>();

/**
 * A rendered page. Its HTML stands beside the answer, whose own body is empty: a body would be a
 * stream, which costs as much to make and to read again as a third of the page's markup.
 */
export function pageResponse(html: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, html);
  return response;
}

/** The HTML of an answer that `pageResponse` made; undefined for every other. */
export function pageOf(response: Response): string | undefined {
  return pages.get(response);
}

const MOST_BYTES_PER_UNIT = 3;

/**
 * Makes a function that turns pages into bytes, with `style` in its place. The style's bytes are made
 * once, they are two fifths of the listing; the others by way of memory that is kept, twice as fast as
 * `Buffer.from`, which goes over the whole text first to measure it.
 */
export function pageEncoder(style: string): (html: string) => Buffer {
  const styleBytes = Buffer.from(style);
  let scratch = Buffer.alloc(0);
  return (html) => {
    const place = html.indexOf(STYLE_PLACE);
    if (place === -1) throw new Error("The page has no place for its style");
    const start = place + STYLE_PLACE.indexOf("</");
    const enough = html.length * MOST_BYTES_PER_UNIT + styleBytes.length;
    if (scratch.length < enough) scratch = Buffer.allocUnsafeSlow(2 * enough);
    let length = scratch.write(html.slice(0, start));
    length += styleBytes.copy(scratch, length);
    length += scratch.write(html.slice(start), length);
    return Buffer.from(scratch.subarray(0, length));
  };
}

/** The bytes of a page, as they are sent. */
export const bytesOf = pageEncoder(styleSheet);
