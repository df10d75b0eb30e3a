import { STYLE_PLACE, styleSheet } from "../web/style-sheet";

/** What UTF-8 takes for one unit of a JavaScript string, at most. */
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
const bytesOf = pageEncoder(styleSheet);

/**
 * A rendered page. Its bytes stand beside the answer, whose own body is empty: a body would be a
 * stream, which costs as much to make and to read again as a third of the page's markup.
 */
export function pageResponse(html: string, init: ResponseInit): Response {
  return Object.assign(new Response(null, init), { page: bytesOf(html) });
}

/** The bytes of an answer that `pageResponse` made; undefined for every other. */
export function pageOf(response: Response & { page?: Buffer }): Buffer | undefined {
  return response.page;
}
