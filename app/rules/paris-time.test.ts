import { expect, it } from "vitest";
import { formatInstant } from "~/platform/days";
import { PARIS } from "~/platform/zones";
import { deadlineText, parisTime, policyByParis } from "./paris-time";

it("says of a deadline that it is Paris's where clocks show another time", () => {
  expect(parisTime(PARIS)).toBe("");
  expect(parisTime("America/Guadeloupe")).toBe(" (heure de Paris)");
  const deadline = new Date("2026-11-21T10:05:00Z");
  const text = formatInstant(deadline);
  expect(deadlineText(deadline, PARIS)).toBe(text);
  expect(deadlineText(deadline, "Indian/Reunion")).toBe(`${text} (heure de Paris)`);
});

it("says of a policy that its days are Paris's, where it has any and clocks show another time", () => {
  const dated = "Remboursement intégral jusqu’au 04/06/2027, aucun remboursement ensuite.";
  const none = "Aucun remboursement si vous annulez une fois la réservation confirmée.";
  expect(policyByParis(dated, PARIS)).toBe(dated);
  expect(policyByParis(dated, "Indian/Reunion")).toBe(`${dated} Les jours sont ceux de Paris.`);
  expect(policyByParis(none, "Indian/Reunion")).toBe(none);
});
