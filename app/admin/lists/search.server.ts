import { trusted } from "mongoose";

/** What a letter without its accent finds as well, and a straight apostrophe a curved one. */
const ALIKE: Readonly<Record<string, string>> = {
  a: "aàâä",
  c: "cç",
  e: "eéèêë",
  i: "iîï",
  n: "nñ",
  o: "oôö",
  u: "uùûü",
  y: "yÿ",
  "'": "'’",
  "’": "'’",
};

/**
 * Texts that hold `part`, in any case, with or without accents. A pattern as a string: see models/engine.ts. It looks at
 * the newest first and stops at a full page, under an index of the list's order.
 */
export function containing(part: string) {
  const pattern = [...part.normalize("NFD").replace(/\p{M}/gu, "")]
    .map((character) => {
      const alike = ALIKE[character.toLowerCase()];
      return alike ? `[${alike}]` : character.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
    })
    .join("");
  return trusted({ $regex: pattern, $options: "i" });
}
