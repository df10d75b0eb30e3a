import { expect, it } from "vitest";
import { choiceEnds, standingChoice } from "./cookie-choice";

it("holds for six calendar months, whichever it was", () => {
  for (const cookiesSet of [true, false]) {
    const choice = { cookiesSet, cookiesSetOn: "2027-08-31", cookiesOf: "Google" };
    expect(choiceEnds(choice)).toBe("2028-02-29");
    expect(standingChoice(choice, "2027-08-31", undefined)).toBe(cookiesSet);
    expect(standingChoice(choice, "2028-02-28", "Google")).toBe(cookiesSet);
    expect(standingChoice(choice, "2028-02-29", "Google")).toBeUndefined();
  }
});

it("is none while nobody chose, or nothing says when", () => {
  expect(standingChoice({}, "2027-08-31", undefined)).toBeUndefined();
  expect(standingChoice({ cookiesSet: true }, "2027-08-31", undefined)).toBeUndefined();
  expect(choiceEnds({ cookiesSetOn: "2027-08-31" })).toBeNull();
});

it("that is a yes is one to whom it named, and a no one to everybody", () => {
  const standing = (cookiesSet: boolean, cookiesOf?: string) =>
    standingChoice({ cookiesSet, cookiesSetOn: "2027-08-31", cookiesOf }, "2027-09-01", "Google");
  expect([standing(true), standing(true, "Autre"), standing(true, "Google")]).toEqual([
    undefined,
    undefined,
    true,
  ]);
  expect(standing(false)).toBe(false);
});
