import { chanceOf } from "./random";

/** Numbers of companies and associations in their real shapes, with valid keys, that belong to nobody we know of. */

/** The digit that makes `digits` followed by it pass the Luhn check. */
function luhnKey(digits: string): number {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}

function withKey(digits: string): string {
  return digits + String(luhnKey(digits));
}

function digits(seed: string, count: number): string {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, () => chance.between(0, 9)).join("");
}

/** 9 digits with a valid key. Those of public bodies start with 2, of companies with 8. */
export function sirenFor(name: string, kind: "public" | "private"): string {
  return withKey((kind === "public" ? "2" : "8") + digits(`siren:${name}`, 7));
}

/** 14 digits with a valid key, for the first establishment of the same SIREN. */
export function siretFor(name: string, kind: "public" | "private"): string {
  return withKey(`${sirenFor(name, kind)}0001`);
}

/** `W` and 9 digits, the first two those of the department. */
export function rnaFor(name: string, department: string): string {
  return `W${department}${digits(`rna:${name}`, 7)}`;
}

/** 10 digits in a range that the regulator keeps for fiction (01 99 00, 02 61 91, …). */
export function phoneFor(name: string): string {
  const fictional = ["019900", "026191", "035301", "046571", "053649"] as const;
  return chanceOf(`phone:${name}`).pick(fictional) + digits(`phone:${name}`, 4);
}
