import { describe, expect, it } from "vitest";
import { stayDays } from "./stay-days";

describe("stayDays", () => {
  it("lists whole days", () => {
    const stay = { startDate: "2027-06-11", endDate: "2027-06-12", period: "Day" } as const;
    expect(stayDays(stay)).toEqual(["le 11/06/2027", "le 12/06/2027"]);
  });

  it("says which half of the ends is meant", () => {
    const days = { startDate: "2027-06-11", endDate: "2027-06-13", period: "Half" } as const;
    expect(stayDays({ ...days, startSlot: "PM", endSlot: "AM" })).toEqual([
      "le 11/06/2027 (après-midi)",
      "le 12/06/2027",
      "le 13/06/2027 (matin)",
    ]);
  });

  it("says it of a single day too", () => {
    const day = { startDate: "2027-06-11", endDate: "2027-06-11", period: "Half" } as const;
    expect(stayDays({ ...day, startSlot: "AM", endSlot: "AM" })).toEqual(["le 11/06/2027 (matin)"]);
  });
});
