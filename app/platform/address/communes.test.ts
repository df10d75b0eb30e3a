import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { communeIn, findCommunes, parseCommunes } from "./communes";

const text = await readFile(new URL("communes.txt", import.meta.url), "utf8");
const communes = parseCommunes(text);
const found = (typed: string) => findCommunes(communes, typed).map(({ label }) => label);

describe("parseCommunes", () => {
  it("reads every commune, the largest first, and no comment", () => {
    expect(communes).toHaveLength(34_964);
    expect(communes[0]).toMatchObject({ name: "Paris", folded: " paris" });
    expect(communes[0]?.postalCodes).toHaveLength(21);
    expect(communes.every(({ postalCodes }) => postalCodes.every((c) => /^\d{5}$/.test(c)))).toBe(
      true,
    );
  });
});

it.each([
  ["LE MANS", "72000", "Le Mans"],
  ["st etienne", "42100", "Saint-Étienne"],
  ["Lyon", "69003", "Lyon"],
  ["Lyon 3e", "69003", null],
  ["Lyon", "42100", null],
  ["Lyon", "", null],
])("%s, %s, writes itself %j", (city, postalCode, name) => {
  expect(communeIn(text, { city, postalCode })).toBe(name);
});

describe("findCommunes", () => {
  it("gives every commune of a postal code, to choose from", () => {
    const shared = found("01400");
    expect(shared.length).toBeGreaterThan(5);
    expect(shared).toContain("01400 Châtillon-sur-Chalaronne");
    expect(shared.every((label) => label.startsWith("01400 "))).toBe(true);
    expect(found("69003")).toEqual(["69003 Lyon"]);
    expect(found("69 003")).toEqual(["69003 Lyon"]);
  });

  it("leaves no commune of the most shared postal code out", () => {
    const shares = new Map<string, number>();
    for (const code of communes.flatMap(({ postalCodes }) => postalCodes)) {
      shares.set(code, (shares.get(code) ?? 0) + 1);
    }
    const [code = "", count] = [...shares].sort((a, b) => b[1] - a[1])[0] ?? [];
    expect(found(code)).toHaveLength(count ?? 0);
  });

  it("finds a name whatever its case, accents and hyphens, from the start of its words", () => {
    expect(found("SAINT-ÉTIENNE")[0]).toMatch(/^42\d{3} Saint-Étienne$/);
    expect(found("st etienne")[0]).toMatch(/Saint-Étienne$/);
    expect(found("aignan").some((label) => label.endsWith("Mont-Saint-Aignan"))).toBe(true);
    expect(found("l'haÿ")[0]).toBe("94240 L'Haÿ-les-Roses");
  });

  it("puts the exact name first, then names that start so, the largest first", () => {
    expect(found("Lyon").slice(0, 9)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `6900${n} Lyon`),
    );
    expect(found("Sai")).toHaveLength(25);
    expect(found("mont")[0]).toMatch(/ Mont$/);
  });

  it("offers every postal code of Paris", () => {
    expect(found("Paris").filter((label) => label.endsWith(" Paris"))).toHaveLength(21);
  });

  it("takes a whole address by its postal code, and its town where it names one", () => {
    expect(found("12 rue des Tilleuls, 69003 Lyon")).toEqual(["69003 Lyon"]);
    expect(found("01400 Neuville")).toEqual(["01400 Neuville-les-Dames"]);
  });

  it("completes a postal code", () => {
    expect(found("6900").slice(0, 2)).toEqual(["69001 Lyon", "69002 Lyon"]);
  });

  it.each(["", "12 rue des Tilleuls", "00000", "zzzz", "- / .", "<script>", "$where", "__proto__"])(
    "finds nothing for %j",
    (typed) => {
      expect(found(typed)).toEqual([]);
    },
  );
});
