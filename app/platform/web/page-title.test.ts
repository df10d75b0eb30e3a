import { describe, expect, it } from "vitest";
import { pageTitle } from "./page-title";

describe("pageTitle", () => {
  it("puts the brand first", () => {
    expect(pageTitle("Place des Salles", "Réservation")).toBe("Place des Salles | Réservation");
  });

  it("announces an error and the page of a list", () => {
    expect(pageTitle("P", "Contact", { error: true })).toBe("Erreur\u00a0: P | Contact");
    expect(pageTitle("P", "Réservation", { pageNumber: 1 })).toBe("P | Réservation");
    expect(pageTitle("P", "Réservation", { pageNumber: 3 })).toBe("P | Réservation, page 3");
  });
});
