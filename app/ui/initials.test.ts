import { expect, it } from "vitest";
import { initials } from "./initials";

it.each([
  ["Ville des Tilleuls", "VT"],
  ["Nadia Belkacem", "NB"],
  ["élodie", "É"],
  ["jean dupont", "JD"],
  ["Jean-Pierre Étienne", "JÉ"],
  ["L’Atelier", "LA"],
  ["", ""],
])("%s → %s", (name, expected) => expect(initials(name)).toBe(expected));
