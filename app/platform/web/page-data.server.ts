import { defer } from "@remix-run/node";

/** `T` where it is JSON all through; what has methods (a Date, an id) fits nowhere. */
type Json<T> = T extends (...args: never[]) => unknown
  ? never
  : T extends object
    ? { [Key in keyof T]: Json<T[Key]> }
    : T;

/**
 * What a loader answers, handed to its page as it is. Remix makes JSON of an object, a stream of that,
 * and reads both again, though it never leaves the process: a tenth of what the listing costs. Since it
 * takes no such way, it has to be JSON from the start.
 */
export function pageData<T extends Record<string, unknown>>(
  data: T & Json<T>,
  init?: ResponseInit,
) {
  return defer<T>(data, init);
}
