/** What a stored value is called that this release has no word for. */
export const OTHER = "Autre";

/**
 * What a table has for a stored value. A release that runs beside this one, or that was gone back from, may have stored one which
 * this one does not know: for that it is `otherwise`, and all else on the page stays there.
 */
export function knownOr<Value extends string, Known, Otherwise = Known>(
  table: Readonly<Record<Value, Known>>,
  value: Value,
  otherwise: Otherwise,
): Known | Otherwise {
  return Object.hasOwn(table, value) ? table[value] : otherwise;
}
