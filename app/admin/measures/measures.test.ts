import { describe, expect, it } from "vitest";
import { MEASURES, REPORT_KINDS } from "@models/enumerations";
import {
  BREACHED_ARTICLES,
  MEASURES_OF,
  MODERATION_REASON_CODES,
  reasonsFor,
  reasonText,
  whyText,
} from "./measures";

describe("measures", () => {
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
    const unnamed = MODERATION_REASON_CODES.filter((code) => !(code in BREACHED_ARTICLES));
    expect(unnamed).toEqual(["non-fonde", "conforme", "illicite"]);
    expect(reasonText("illicite")).toBe("Contenu ou activité illicite.");
  });

  it("tell the reason before the facts", () => {
    expect(whyText("fraude", "Deux virements demandés.")).toBe(
      "Fraude ou tentative de fraude (article 7 de nos conditions générales d’utilisation). Deux virements demandés.",
    );
  });
});
