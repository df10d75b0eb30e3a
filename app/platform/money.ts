/**
 * Money: integer cents of euro everywhere, made into text once, at the edge.
 *
 * Divisions are done in integers and round half up, so that no amount depends on how a fraction is
 * held in floating point. Functions throw a `RangeError` for an amount that is not whole cents.
 */

/** An amount in whole cents of euro. */
export type Cents = number;

const exact = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });
const decimal = new Intl.NumberFormat("fr-FR", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});
const whole = new Intl.NumberFormat("fr-FR", {
  style: "currency",
  currency: "EUR",
  maximumFractionDigits: 0,
});

/** Digits, grouped by three or not at all, then at most two decimals and a euro sign. */
const TYPED_AMOUNT =
  /^(\d+|\d{1,3}(?:[ \u00A0\u202F]\d{3})+)(?:[.,](\d{1,2}))?(?:[ \u00A0\u202F]?€)?$/;

/**
 * `amount × part / whole`, rounded half up. `amount` and `part` are not negative, `whole` is
 * positive; all three are integers. The product may exceed what a number holds exactly, so it is
 * made with big integers.
 */
export function proportion(amount: Cents, part: number, whole: number): Cents {
  if (amount < 0 || part < 0 || whole <= 0) {
    throw new RangeError(`Not a proportion: ${amount}, ${part}, ${whole}`);
  }
  const divisor = 2n * BigInt(whole);
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / divisor);
}

/** `percent` hundredths of `total`, rounded half up. */
export function share(total: Cents, percent: number): Cents {
  return proportion(total, percent, 100);
}

/** '1 620,00 €', '−12,50 €', with the no-break spaces of fr-FR and a minus sign. */
export function formatEuros(amount: Cents): string {
  return withMinusSign(exact.format(wholeCents(amount) / 100));
}

/** '480 €' when there are no cents, else '480,50 €'. */
export function formatEurosShort(amount: Cents): string {
  return wholeCents(amount) % 100 === 0
    ? withMinusSign(whole.format(amount / 100 + 0))
    : formatEuros(amount);
}

/** `1234,50`, `-12,50`: what a spreadsheet reads as a number. */
export function decimalEuros(amount: Cents): string {
  return decimal.format(wholeCents(amount) / 100);
}

/**
 * The amount that someone typed ('480', '480,50', '1 620,50', '480.5', '480 €'), or null when the
 * text is not a positive amount in euros with at most two decimals.
 */
export function parseEuros(text: string): Cents | null {
  const match = TYPED_AMOUNT.exec(text.trim());
  if (match === null) return null;
  const [, euros = "", decimals = ""] = match;
  const cents = Number(euros.replace(/\D/g, "") + decimals.padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Whether a number is euros of at most two decimals: the nearest to such an amount is what its cents divided by 100 give. */
export function hasTwoDecimals(euros: number): boolean {
  return Math.round(euros * 100) / 100 === euros;
}

/** Euros of at most two decimals in cents: 480.5 → 48050. */
export function eurosToCents(euros: number): Cents {
  if (!hasTwoDecimals(euros)) throw new RangeError(`Not euros of two decimals: ${euros}`);
  return wholeCents(Math.round(euros * 100));
}

/** Cents in euros, as forms and the /api paths say them: 48050 → 480.5. */
export function centsToEuros(amount: Cents): number {
  return wholeCents(amount) / 100;
}

/** What fr-FR writes before a negative number is a hyphen: lines break after it, and beside digits it is small. */
function withMinusSign(text: string): string {
  return text.replace("-", "\u2212");
}

function wholeCents(amount: Cents): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not cents: ${amount}`);
  // A zero that was negated would be written as '-0'.
  return amount + 0;
}
