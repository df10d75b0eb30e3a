/**
 * Ends what waits longer than so many ms. As `AbortSignal.timeout`, which browsers of some years ago do not have.
 * `sendCharge` of the card form does the same: enhancers and islands may know no file in common.
 */
export function patience(ms: number): AbortSignal {
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), ms);
  return waiting.signal;
}
