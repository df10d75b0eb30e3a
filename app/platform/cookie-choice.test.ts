import { expect, it } from "vitest";
import { choiceEnds, standingChoice } from "./cookie-choice";

it("holds for six calendar months, whichever it was", () => {
  for (const cookiesSet of [true, false]) {
    const choice = { cookiesSet, cookiesSetOn: "2027-08-31" };
    expect(choiceEnds(choice)).toBe("2028-02-29");
    expect(standingChoice(choice, "2027-08-31")).toBe(cookiesSet);
    expect(standingChoice(choice, "2028-02-28")).toBe(cookiesSet);
    expect(standingChoice(choice, "2028-02-29")).toBeUndefined();
  }
});

it("is none while nobody chose, or nothing says when", () => {
  expect(standingChoice({}, "2027-08-31")).toBeUndefined();
  expect(standingChoice({ cookiesSet: true }, "2027-08-31")).toBeUndefined();
  expect(choiceEnds({ cookiesSetOn: "2027-08-31" })).toBeNull();
});
