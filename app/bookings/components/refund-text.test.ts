import { describe, expect, it } from "vitest";
import { refundText } from "./refund-text";

describe("refundText", () => {
  it.each([
    [{ kind: "nothing", amount: 0, paid: 0 }, "Aucun débit n’est enregistré."],
    [
      { kind: "release", amount: 162_000, paid: 0 },
      "Le montant réservé sur votre carte, 1\u202f620,00\u00a0€, est libéré\u00a0: rien n’est débité.",
    ],
    [
      { kind: "refund", amount: 5_000, paid: 10_000 },
      "Vous serez remboursé(e) de 50,00\u00a0€ sur les 100,00\u00a0€ payés.",
    ],
    [
      { kind: "refund", amount: 0, paid: 10_000 },
      "Le délai de remboursement est passé\u00a0: rien n’est rendu sur les 100,00\u00a0€ payés.",
    ],
  ] as const)("%j", (preview, text) => {
    expect(refundText(preview)).toBe(text);
  });
});
