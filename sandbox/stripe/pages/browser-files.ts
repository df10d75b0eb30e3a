import type { Answer } from "../http/messages";

/** Scripts for browsers, by path: the first stands in for https://js.stripe.com/endive/stripe.js. */
const FILES = new Map([
  ["/endive/stripe.js", () => import("../browser/stripe-js.js?raw")],
  ["/elements/payment-frame.js", () => import("../browser/payment-frame.js?raw")],
  ["/elements/bank-frame.js", () => import("../browser/bank-frame.js?raw")],
]);

/** The script at a path; null when there is none. */
export async function browserFile(path: string): Promise<Answer | null> {
  const load = FILES.get(path);
  if (load === undefined) return null;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body: (await load()).default };
}
