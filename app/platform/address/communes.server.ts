import { communeIn, parseCommunes, type Commune } from "./communes";

let communes: Promise<Commune[]> | undefined;

/** All communes of France (communes.txt, made by scripts/build-communes.mjs), read at the first call. */
export function allCommunes(): Promise<Commune[]> {
  communes ??= readText().then(parseCommunes);
  return communes;
}

/** `communeIn` of these communes. */
export async function communeNames(): Promise<
  (town: Parameters<typeof communeIn>[1]) => string | null
> {
  const text = await readText();
  return (town) => communeIn(text, town);
}

async function readText(): Promise<string> {
  return (await import("./communes.txt?raw")).default;
}
