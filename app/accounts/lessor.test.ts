import { describe, expect, it } from "vitest";
import { contractTexts, lessorName, lessorOf } from "./lessor";

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
