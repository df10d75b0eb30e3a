import { describe, expect, it } from "vitest";
import { ownersRefundText, platformRefundText, refundText } from "./refund-text";

describe("refundText", () => {
  it.each([
    [{ kind: "nothing", amount: 0, paid: 0, alreadyBack: 0 }, "Aucun débit n’est enregistré."],
    [
      { kind: "release", amount: 162_000, paid: 0, alreadyBack: 0 },
      "Le montant réservé sur votre carte, 1\u202f620,00\u00a0€, est libéré\u00a0: rien n’est débité.",
    ],
    [
      { kind: "refund", amount: 5_000, paid: 10_000, alreadyBack: 0 },
      "Vous serez remboursé(e) de 50,00\u00a0€ sur les 100,00\u00a0€ payés.",
    ],
    [
      { kind: "refund", amount: 0, paid: 10_000, alreadyBack: 0 },
      "Le délai de remboursement est passé\u00a0: rien n’est rendu sur les 100,00\u00a0€ payés.",
    ],
    [
      { kind: "refund", amount: 4_000, paid: 10_000, alreadyBack: 6_000 },
      "Vous serez remboursé(e) de 40,00\u00a0€ sur les 100,00\u00a0€ payés, en plus des 60,00\u00a0€ qui vous reviennent déjà.",
    ],
    [
      { kind: "refund", amount: 0, paid: 10_000, alreadyBack: 6_000 },
      "Rien de plus ne vous sera remboursé\u00a0: 60,00\u00a0€ vous reviennent déjà, et la politique d’annulation ne prévoit pas davantage.",
    ],
  ] as const)("%j", (preview, text) => {
    expect(refundText(preview, 0)).toBe(text);
  });
});

describe("ownersRefundText", () => {
  it.each([
    [
      { kind: "release", amount: 162_000, paid: 0, alreadyBack: 0 },
      "Ce qui est réservé sur la carte du client est libéré, sans débit.",
    ],
    [
      { kind: "refund", amount: 10_000, paid: 10_000, alreadyBack: 0 },
      "Le client est remboursé en totalité, soit 100,00\u00a0€, et votre part est reprise.",
    ],
    [
      { kind: "refund", amount: 4_000, paid: 10_000, alreadyBack: 6_000 },
      "Le client est remboursé du reste des 100,00\u00a0€ payés, soit 40,00\u00a0€, et votre part est reprise.",
    ],
    [
      { kind: "refund", amount: 0, paid: 10_000, alreadyBack: 10_000 },
      "Il ne reste rien de plus à rembourser au client.",
    ],
  ] as const)("%j", (preview, text) => {
    expect(ownersRefundText(preview, 0)).toBe(text);
  });
});

describe("platformRefundText", () => {
  it.each([
    [
      { kind: "release", amount: 162_000, paid: 0, alreadyBack: 0 },
      "Les 1\u202f620,00\u00a0€ réservés sur la carte sont libérés, rien n’était débité.",
    ],
    [
      { kind: "refund", amount: 10_000, paid: 10_000, alreadyBack: 0 },
      "100,00\u00a0€ sont rendus à l’acheteur\u00a0: tout ce qui a été payé.",
    ],
    [
      { kind: "refund", amount: 4_000, paid: 10_000, alreadyBack: 6_000 },
      "40,00\u00a0€ sont rendus à l’acheteur\u00a0: le reste des 100,00\u00a0€ payés.",
    ],
    [
      { kind: "refund", amount: 0, paid: 10_000, alreadyBack: 10_000 },
      "Il ne reste rien de plus à rembourser à l’acheteur.",
    ],
  ] as const)("%j", (preview, text) => {
    expect(platformRefundText(preview, 0)).toBe(text);
  });
});

describe("while the payer's bank decides on a dispute", () => {
  const preview = { kind: "refund", amount: 5_000, paid: 10_000, alreadyBack: 0 } as const;

  it("promises neither side what the bank has yet to allow", () => {
    expect(refundText(preview, 10_000)).toBe(
      "Vous contestez 100,00\u00a0€ auprès de votre banque, qui décide d’abord. Si elle maintient le paiement, vous serez remboursé(e) de 50,00\u00a0€ sur les 100,00\u00a0€ payés.",
    );
    expect(refundText({ ...preview, amount: 0 }, 10_000)).toContain(
      "Si elle maintient le paiement, rien n’est rendu sur les 100,00\u00a0€ payés",
    );
    expect(refundText({ ...preview, amount: 0, alreadyBack: 5_000 }, 5_000)).toContain(
      "Si elle maintient le paiement, rien de plus ne vous sera remboursé\u00a0: 50,00\u00a0€ vous reviennent déjà",
    );
    expect(platformRefundText(preview, 10_000)).toBe(
      "L’acheteur conteste 100,00\u00a0€ auprès de sa banque\u00a0: 50,00\u00a0€ lui sont rendus si elle maintient le paiement.",
    );
    expect(ownersRefundText({ ...preview, amount: 10_000 }, 10_000)).toBe(
      "Le client conteste 100,00\u00a0€ auprès de sa banque, qui décide d’abord. Si elle maintient le paiement, le client est remboursé en totalité, soit 100,00\u00a0€, et votre part est reprise.",
    );
  });

  it("says of a part that is contested that the rest may go at once, and nothing twice", () => {
    const whole = { kind: "refund", amount: 149_999, paid: 149_999, alreadyBack: 0 } as const;
    expect(refundText(whole, 37_500)).toBe(
      "Vous serez remboursé(e) de 1\u202f499,99\u00a0€ sur les 1\u202f499,99\u00a0€ payés. Vous contestez 375,00\u00a0€ auprès de votre banque\u00a0: tout ou partie du remboursement peut attendre sa décision, et ce qu’elle vous rend ne vous est pas remboursé une seconde fois.",
    );
    const others =
      "Il conteste 375,00\u00a0€ auprès de sa banque\u00a0: tout ou partie du remboursement peut attendre sa décision, et ce qu’elle lui rend ne lui est pas remboursé une seconde fois.";
    expect(ownersRefundText(whole, 37_500)).toBe(
      `Le client est remboursé en totalité, soit 1\u202f499,99\u00a0€, et votre part est reprise. ${others}`,
    );
    expect(platformRefundText(whole, 37_500)).toBe(
      `1\u202f499,99\u00a0€ sont rendus à l’acheteur\u00a0: tout ce qui a été payé. ${others}`,
    );
    // Beside what went back before, all that is left is.
    const rest = { ...whole, amount: 37_500, alreadyBack: 112_499 };
    for (const tell of [refundText, ownersRefundText, platformRefundText]) {
      expect(tell(rest, 37_499)).not.toContain("maintient le paiement");
      expect(tell(rest, 37_500)).toContain("maintient le paiement");
    }
  });
});
