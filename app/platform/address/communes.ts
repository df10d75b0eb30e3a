import { foldText, inFull, unabbreviated, withWholeCode } from "../fold-text";
import type { FoundAddress } from "./found-address";

/** A commune as the search needs it. */
export interface Commune {
  name: string;
  postalCodes: string[];
  /** The name folded, with a space before each of its words. */
  folded: string;
}

/** As many as share the most shared postal code (46), and a few more. */
const MOST_OF_ONE_CODE = 50;
/** Enough for every postal code of the largest town, Paris (21). */
const MOST_OF_A_NAME = 25;

/** Reads communes.txt: `name;code code…` a line, comments after `#`, the largest commune first. */
export function parseCommunes(text: string): Commune[] {
  return text.split("\n").flatMap((line) => {
    const [name, codes] = line.split(";");
    if (!name || !codes || line.startsWith("#")) return [];
    return [{ name, postalCodes: codes.split(" "), folded: ` ${foldText(name)}` }];
  });
}

/**
 * How the commune of a postal code writes its name, whoever writes it otherwise: 'Le Mans' for 'LE MANS'; null where it has
 * none of that name, 'Lyon 3e', say.
 *
 * @param text communes.txt as it is: who names one commune needs no list of all
 */
export function communeIn(
  text: string,
  { city, postalCode }: Pick<FoundAddress, "city" | "postalCode">,
): string | null {
  if (!/^\d{5}$/.test(postalCode)) return null;
  const asked = inFull(city);
  for (let at = text.indexOf(postalCode); at >= 0; at = text.indexOf(postalCode, at + 1)) {
    const start = text.lastIndexOf("\n", at) + 1;
    const name = text.slice(start, text.indexOf(";", start));
    if (inFull(name) === asked) return name;
  }
  return null;
}

/**
 * The communes that fit what was typed: a postal code, its first digits, the start of the words of a
 * name, or a whole address with a postal code in it. Exact names first, then the largest communes;
 * a commune with several postal codes comes once with each.
 */
export function findCommunes(communes: readonly Commune[], typed: string): FoundAddress[] {
  const folded = withWholeCode(foldText(typed));
  const words = folded.split(" ").filter((word) => word !== "" && !/\d/.test(word));
  const code = /(?:^| )(\d{5})(?= |$)/.exec(folded)?.[1] ?? /^\d{2,4}$/.exec(folded)?.[0];
  if (code) {
    const pairs = pairsOf(communes, (postalCode) => postalCode.startsWith(code));
    const named = pairs.filter(({ commune }) => hasWords(commune, words));
    return (named.length > 0 ? named : pairs).slice(0, MOST_OF_ONE_CODE).map(addressOf);
  }
  if (words.length === 0) return [];
  const named = communes.filter((commune) => hasWords(commune, words));
  const name = ` ${words.map(unabbreviated).join(" ")}`;
  const rank = ({ folded }: Commune) => (folded === name ? 0 : folded.startsWith(name) ? 1 : 2);
  named.sort((a, b) => rank(a) - rank(b));
  return pairsOf(named.slice(0, MOST_OF_A_NAME), () => true)
    .slice(0, MOST_OF_A_NAME)
    .map(addressOf);
}

interface Pair {
  commune: Commune;
  postalCode: string;
}

function pairsOf(communes: readonly Commune[], fits: (postalCode: string) => boolean): Pair[] {
  return communes.flatMap((commune) =>
    commune.postalCodes.filter(fits).map((postalCode) => ({ commune, postalCode })),
  );
}

function hasWords({ folded }: Commune, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(` ${unabbreviated(word)}`));
}

function addressOf({ commune: { name: city }, postalCode }: Pair): FoundAddress {
  return { label: `${postalCode} ${city}`, street: "", postalCode, city, country: "France" };
}
