import { describe, expect, it } from "vitest";
import { MEASURES, REPORT_KINDS } from "@models/enumerations";
import { MEASURES_OF, MODERATION_REASON_CODES, reasonsFor, whyText } from "./measures";

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

  it("tell the reason before the facts", () => {
    expect(whyText("fraude", "Deux virements demandés.")).toBe(
      "Fraude ou tentative de fraude. Deux virements demandés.",
    );
  });
});
