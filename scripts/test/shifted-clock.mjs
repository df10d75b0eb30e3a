/** Loaded before a process of the tests (`scripts/test-at.mjs`): its dates are SHIFT_MS milliseconds ahead. Timers are not. */
const ahead = Number(process.env.SHIFT_MS);
const RealDate = Date;

class ShiftedDate extends RealDate {
  /** @param {[] | ConstructorParameters<DateConstructor>} parts */
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }

  /** @override */
  static now() {
    return RealDate.now() + ahead;
  }
}

Object.defineProperty(ShiftedDate, "name", { value: "Date" });
// Called without `new` it gives a text.
const callable = new Proxy(ShiftedDate, { apply: () => new ShiftedDate().toString() });
globalThis.Date = /** @type {DateConstructor} */ (callable);
