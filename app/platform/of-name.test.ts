import { expect, it } from "vitest";
import { ofName } from "./of-name";

it("leaves the vowel of 'de' out before another", () => {
  const names = ["Paul", "Aïcha", "Élodie", "Œuvres du Parc", "Yves", "Yann", "Hugo", "12 rue", ""];
  expect(names.map(ofName)).toEqual([
    ...["de Paul", "d’Aïcha", "d’Élodie", "d’Œuvres du Parc"],
    ...["d’Yves", "de Yann", "de Hugo", "de 12 rue", "de "],
  ]);
});
