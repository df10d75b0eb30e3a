import { expect, it } from "vitest";
import { vatText } from "./vat-text";

it("says how organisations stand with VAT, and marks what they did not say; of others nothing", () => {
  const type = "Entités privés";
  const assumed = "Franchise en base, sans TVA (supposé, à confirmer)";
  expect(vatText({ type, role: "Entreprise" })).toBe(assumed);
  expect(vatText({ type, role: "Association" })).toBe(assumed);
  expect(vatText({ type: "Collectivité" })).toBe("Hors du champ de la TVA (supposé, à confirmer)");
  expect(vatText({ type, role: "Association", vatRegime: "exonéré" })).toBe("Exonéré de TVA");
  expect(vatText({ type: "Collectivité", vatRegime: "franchise" })).toBe(
    "Franchise en base, sans TVA (à confirmer)",
  );
  expect(vatText({ type: "Collectivité", vatRegime: "franchise", vatRegimeAt: new Date() })).toBe(
    "Franchise en base, sans TVA",
  );
  expect(vatText({ type, role: "Particulier" })).toBeNull();
  expect(vatText({ type: null })).toBeNull();
});
