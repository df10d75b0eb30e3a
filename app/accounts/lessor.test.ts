import { describe, expect, it } from "vitest";
import { contractTexts, LESSOR_FIELDS, lessorLines, lessorName, lessorOf } from "./lessor";

const person = { name: "Marie", lastname: "Durand", type: "Entités privés" } as const;

describe("who rents out", () => {
  it.each([
    [{ ...person, role: "Particulier" } as const, "Marie D. (Particulier)"],
    [
      { ...person, role: "Entreprise", entityName: "Les Granges" } as const,
      "Les Granges (Entreprise)",
    ],
    [
      {
        ...person,
        type: "Collectivité",
        natureOfCollectivity: "Commune",
        entityName: "Rouen",
      } as const,
      "Rouen (Commune)",
    ],
    [person, "Marie D."],
  ])("%j is called %s", (owner, called) => expect(lessorName(lessorOf(owner))).toBe(called));
});

it("tells of consumer law before a private person's contract alone, of no withdrawal before each", () => {
  const of = (kind?: "Particulier" | "Association") => contractTexts({ name: "X", kind });
  expect(of("Particulier")).toHaveLength(2);
  expect(of("Particulier")[0]).toMatch(/^Ce propriétaire est un particulier/);
  for (const texts of [of("Association"), of(), contractTexts(null)])
    expect(texts).toEqual([expect.stringMatching(/^Pas de droit de rétractation .*221-28, 12°/)]);
});

describe("where a professional is found", () => {
  const place = { street: "3 quai des Granges", postalCode: "76000", city: "Rouen" };
  const numbers = { siret: "73282932000074", INSEE: "552100554", RNA: "W691234567" };
  const house = { ...person, ...place, entityName: "Les Granges" };
  const { siret: _, ...withoutSiret } = numbers;

  it.each([
    ["Entreprise", numbers, "SIREN 732 829 320"],
    ["Association", withoutSiret, "SIREN 552 100 554"],
    ["Association", { RNA: numbers.RNA }, "RNA W691234567"],
  ] as const)("of a %s with %j is address and %s", (role, has, number) => {
    expect(lessorLines(lessorOf({ ...house, ...has, role }))).toEqual([
      `Loué par Les Granges (${role})`,
      "3 quai des Granges, 76000 Rouen",
      number,
    ]);
  });

  it("of one abroad is told with the country", () => {
    const abroad = { ...house, ...numbers, role: "Entreprise", postalCode: "1000" } as const;
    const at = (country: string) =>
      lessorLines(lessorOf({ ...abroad, city: "Bruxelles", country }))[1];
    expect(at("Belgique")).toBe("3 quai des Granges, 1000 Bruxelles, Belgique");
    expect(at("France")).toBe("3 quai des Granges, 1000 Bruxelles");
    expect(LESSOR_FIELDS.split(" ")).toContain("country");
  });

  it("of a public body too, and what nobody has said is left out", () => {
    const town = { ...house, type: "Collectivité", natureOfCollectivity: "Commune" } as const;
    expect(lessorLines(lessorOf({ ...town, INSEE: numbers.INSEE }))).toEqual([
      "Loué par Les Granges (Commune)",
      "3 quai des Granges, 76000 Rouen",
      "SIREN 552 100 554",
    ]);
    const bare = { ...person, entityName: "Les Granges", role: "Entreprise" } as const;
    expect(lessorLines(lessorOf(bare))).toEqual(["Loué par Les Granges (Entreprise)"]);
  });

  it.each(["Particulier", undefined] as const)("is never told of a private person (%s)", (role) => {
    const lessor = lessorOf({ ...person, ...place, ...numbers, role });
    expect(Object.keys(lessor).sort()).toEqual(["kind", "name"]);
    expect(lessorLines(lessor)).toHaveLength(1);
  });
});
