import { expect, it } from "vitest";
import { heard } from "./heard";

it.each([
  ["La salle dressée", "Photo 2 sur 8\u00a0: La salle dressée"],
  ["Le Loft, photo 2", "Photo 2 sur 8"],
  ["", "Photo 2 sur 8"],
  ["La cour, photo 3", "Photo 2 sur 8\u00a0: La cour, photo 3"],
])("says of a photo what its owner does, and no name twice: %s", (alt, said) => {
  expect(heard(2, 8, alt)).toBe(said);
});
