/** Rounds `part × portion / total` half up, in integer cents, exact at any size. */
export function proportion(part: number, portion: number, total: number): number {
  const double = 2n * BigInt(part) * BigInt(portion) + BigInt(total);
  return Number(double / (2n * BigInt(total)));
}

/**
 * What one more slice takes of `part`, when slices of `total` are given back one after the other.
 * The slices always add up to `part` once `total` is reached, whatever was rounded on the way.
 */
export function nextShare(part: number, total: number, before: number, slice: number): number {
  return proportion(part, before + slice, total) - proportion(part, before, total);
}

/** Stripe's own fee on a European card: 1.5 % and 25 cents. */
export function processingFee(amount: number): number {
  return proportion(15, amount, 1000) + 25;
}

/** Cents as French people read them: `1 125,00 €`. */
export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat("fr-FR", { style: "currency", currency }).format(cents / 100);
}
