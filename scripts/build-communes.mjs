/**
 * Writes app/platform/address/communes.txt, the communes that the address search falls back on, from
 * the npm package @etalab/decoupage-administratif (13 MB, so it is no dependency):
 *
 *   npm install --no-save @etalab/decoupage-administratif@6
 *   node scripts/build-communes.mjs
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { at } from "./lib/paths.mjs";

const PACKAGE = "@etalab/decoupage-administratif";
const OUTPUT = at("app/platform/address/communes.txt");

/** @typedef {{ nom: string, type: string, population?: number, codesPostaux?: string[] }} Commune */

const { resolve } = createRequire(import.meta.url);
const data = resolve(`${PACKAGE}/data/communes.json`);
const manifest = path.join(path.dirname(data), "../package.json");
const [communes, { version }] = await Promise.all(
  [data, manifest].map(async (file) => JSON.parse(await readFile(file, "utf8"))),
);

// The largest first: the order of the file is the order of the suggestions.
const lines = /** @type {Commune[]} */ (communes)
  .filter(({ type, codesPostaux }) => type === "commune-actuelle" && codesPostaux?.length)
  .sort((a, b) => (b.population ?? 0) - (a.population ?? 0) || a.nom.localeCompare(b.nom, "fr"))
  .map(({ nom, codesPostaux }) => `${nom};${codesPostaux?.join(" ")}`);

const heading = [
  `# Communes de France et leurs codes postaux, de la plus peuplée à la moins peuplée.`,
  `# Sources : INSEE (code officiel géographique), La Poste (base officielle des codes postaux),`,
  `# par ${PACKAGE} ${version}, sous Licence Ouverte.`,
];
await writeFile(OUTPUT, [...heading, ...lines, ""].join("\n"));
console.log(`${lines.length} communes → ${OUTPUT}`);
