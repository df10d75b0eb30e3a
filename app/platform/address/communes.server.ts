import { parseCommunes, type Commune } from "./communes";

let communes: Promise<Commune[]> | undefined;

/** All communes of France (communes.txt, made by scripts/build-communes.mjs), read at the first call. */
export function allCommunes(): Promise<Commune[]> {
  communes ??= import("./communes.txt?raw").then(({ default: text }) => parseCommunes(text));
  return communes;
}
