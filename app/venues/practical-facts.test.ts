import { expect, it } from "vitest";
import { practicalFacts } from "./practical-facts";

it("tells what was said, in its order, and nothing of the rest", () => {
  const facts = practicalFacts({ houseRules: "Ni feu ni fumée.", floorArea: 1_410 });
  expect(facts.map(({ label, text }) => [label, text])).toEqual([
    ["Surface", "1\u202f410\u00a0m²"],
    ["Règlement", "Ni feu ni fumée."],
  ]);
  expect(practicalFacts({})).toEqual([]);
});
