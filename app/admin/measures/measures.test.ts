import { describe, expect, it } from "vitest";
import { MEASURES, REPORT_KINDS, type Measure } from "@models/enumerations";
import {
  breachedArticle,
  measureDone,
  MEASURES_OF,
  MODERATION_REASON_CODES,
  reasonsFor,
  reasonText,
  whyText,
} from "./measures";

describe("measures", () => {
  it("have a word for what was done, also of one that this release does not know", () => {
    expect(measureDone("suspendre")).toBe("Lieu suspendu");
    expect(measureDone("x" as Measure)).toBe("Autre mesure");
  });

  it("of a venue never hide a review, and of a review never suspend a venue", () => {
    expect(MEASURES_OF.venue).not.toContain("masquer");
    expect(MEASURES_OF.review).not.toContain("suspendre");
    expect(MEASURES_OF.venue).toContain("suspendre");
    expect(MEASURES_OF.review).toContain("masquer");
    for (const kind of REPORT_KINDS) expect(MEASURES_OF[kind]).toContain("classer");
  });

  it("have each reason on one side: to dismiss, or to act", () => {
    const dismissing = reasonsFor("classer").map(({ value }) => value);
    expect(dismissing).toEqual(["non-fonde", "conforme"]);
    for (const measure of MEASURES.filter((one) => one !== "classer")) {
      const acting = reasonsFor(measure).map(({ value }) => value);
      expect([...dismissing, ...acting].toSorted()).toEqual(MODERATION_REASON_CODES.toSorted());
    }
  });

  it("name what they breach, but for what is dismissed and what the law forbids", () => {
    for (const measure of MEASURES) {
      const unnamed = MODERATION_REASON_CODES.filter((code) => !breachedArticle(measure, code));
      expect(unnamed).toEqual(["non-fonde", "conforme", "illicite"]);
    }
    expect(reasonText("bannir", "illicite")).toBe("Contenu ou activité illicite.");
  });

  it("name the article on reviews of words alone that hide one", () => {
    for (const reason of ["injures", "vie-privee"] as const) {
      expect(breachedArticle("masquer", reason)).toBe(6);
      for (const measure of ["retirer", "suspendre", "bannir"] as const)
        expect(breachedArticle(measure, reason)).toBe(7);
    }
  });

  it("tell the reason before the facts", () => {
    expect(whyText("suspendre", "fraude", "Deux virements demandés.")).toBe(
      "Fraude ou tentative de fraude (article 7 de nos conditions générales d’utilisation). Deux virements demandés.",
    );
  });
});
