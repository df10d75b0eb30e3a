import { expect, it } from "vitest";
import { ofOther, otherFirst, PARTS, toOther } from "./other-side";

it.each([
  ["Aïcha M.", "Aïcha M.", "d’Aïcha M.", "à Aïcha M."],
  ["Le Grand Hôtel", "Le Grand Hôtel", "de Le Grand Hôtel", "à Le Grand Hôtel"],
  [PARTS.buyer, "Le client", "du client", "au client"],
  [PARTS.owner, "Le propriétaire", "du propriétaire", "au propriétaire"],
])("%s is the one of whom a sentence tells, at its beginning and within", (other, ...forms) => {
  expect([otherFirst(other), ofOther(other), toOther(other)]).toEqual(forms);
});
