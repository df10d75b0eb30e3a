import { expect, it } from "vitest";
import { ON_SITE_FIELDS, onSiteFacts, practicalFacts } from "./practical-facts";

it("tells what was said, in its order, and nothing of the rest", () => {
  const facts = practicalFacts({ houseRules: "Ni feu ni fumée.", floorArea: 1_410 });
  expect(facts.map(({ label, text }) => [label, text])).toEqual([
    ["Surface", "1\u202f410\u00a0m²"],
    ["Règlement", "Ni feu ni fumée."],
  ]);
  expect(practicalFacts({})).toEqual([]);
});

it("tells on the day of each field that a reservation is read with, and of no other", () => {
  const onSite = Object.fromEntries(
    ON_SITE_FIELDS.map((field) => [field, `said of ${field}`]),
  ) as Record<(typeof ON_SITE_FIELDS)[number], string>;
  const venue = { floorArea: 410, stepFreeAccess: "De plain-pied" as const, ...onSite };
  expect(onSiteFacts(venue).map(({ text }) => text)).toEqual(
    ON_SITE_FIELDS.map((field) => `said of ${field}`),
  );
  const all = practicalFacts(venue);
  expect(all).toHaveLength(2 + ON_SITE_FIELDS.length);
  expect(all.slice(2)).toEqual(onSiteFacts(venue));
});
