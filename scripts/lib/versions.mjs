/**
 * Whether a version is in a range as `engines` of a package.json says them: `>=20.19`, `^22.20 || >=24`. What is said
 * otherwise has no version.
 * @param {string} version of Node: numbers alone
 * @param {string} range
 */
export function isInRange(version, range) {
  return range.split("||").some((part) => {
    const [, sign, least = ""] = /^\s*(>=|\^)\s*(\d+(?:\.\d+)*)\s*$/.exec(part) ?? [];
    if (!sign || isBefore(version, least)) return false;
    return sign === ">=" || parseInt(version) === parseInt(least);
  });
}

/** @param {string} version @param {string} other */
function isBefore(version, other) {
  const parts = (/** @type {string} */ text) => text.split(".").map(Number);
  const [mine, theirs] = [parts(version), parts(other)];
  const at = theirs.findIndex((part, place) => part !== (mine[place] ?? 0));
  return at >= 0 && (mine[at] ?? 0) < (theirs[at] ?? 0);
}
