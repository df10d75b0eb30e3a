import { describe, expect, it } from "vitest";
import { readDay, readRange, showDay, showRange, type RangeFormat } from "./display-format";

const french: RangeFormat = {
  displayFormat: "DD/MM/YYYY",
  separator: "-",
  single: false,
  locale: "fr",
};
const standard: RangeFormat = { ...french, displayFormat: "YYYY-MM-DD", separator: "~" };
const at = (displayFormat: string, locale = "fr") => ({ ...french, displayFormat, locale });

describe("a day", () => {
  it.each([
    ["DD/MM/YYYY", "13/03/2027"],
    ["YYYY-MM-DD", "2027-03-13"],
    ["D.M.YY", "13.3.27"],
    ["D MMMM YYYY", "13 mars 2027"],
    ["MMM D, YYYY", "mars 13, 2027"],
  ])("in %s is %s, both ways", (format, text) => {
    expect(showDay("2027-03-13", at(format))).toBe(text);
    expect(readDay(text, at(format))).toBe("2027-03-13");
  });

  it("is read with its month's name in any case", () => {
    expect(readDay("13 March 2027", at("D MMMM YYYY", "en"))).toBe("2027-03-13");
    expect(readDay("13 MARCH 2027", at("D MMMM YYYY", "en"))).toBe("2027-03-13");
  });

  it.each([
    ...["30/02/2027", "29/02/2027", "00/01/2027", "01/13/2027", "1/3/2027", "13-03-2027"],
    ...["2027-03-13", "13/03/27", "13/03/0027", " 13/03/2027", "13/03/2027x", ""],
  ])("is not %j, strictly", (text) => {
    expect(readDay(text, french)).toBeNull();
  });

  it("is the 29th of February in a leap year alone", () => {
    expect(readDay("29/02/2028", french)).toBe("2028-02-29");
  });
});

describe("a range", () => {
  const june = { start: "2027-06-07", end: "2027-06-09" };

  it("is shown around its separator, and open while its end is unknown", () => {
    expect(showRange(june, french)).toBe("07/06/2027 - 09/06/2027");
    expect(showRange(june, standard)).toBe("2027-06-07 ~ 2027-06-09");
    expect(showRange({ ...june, end: null }, french)).toBe("07/06/2027 - ");
    expect(showRange({ start: null, end: null }, french)).toBe("");
    expect(showRange(june, { ...french, single: true })).toBe("07/06/2027");
  });

  it.each([
    ...["07/06/2027 - 09/06/2027", "07/06/2027-09/06/2027", "07/06/202709/06/2027"],
    "  07/06/2027 -  09/06/2027 ",
  ])("is read from %j", (text) => {
    expect(readRange(text, french)).toEqual(june);
  });

  it("is read around a separator that the format has too", () => {
    expect(readRange("2027-06-07 - 2027-06-09", { ...standard, separator: "-" })).toEqual(june);
  });

  it.each([
    ["one day twice", "07/06/2027 - 07/06/2027"],
    ["ends the wrong way round", "09/06/2027 - 07/06/2027"],
    ["one end", "07/06/2027 - "],
    ["a day that there is not", "30/02/2027 - 03/03/2027"],
    ["words", "demain"],
  ])("is not %s", (_, text) => {
    expect(readRange(text, french)).toBeNull();
  });

  it("is one day in single mode", () => {
    const single = { ...french, single: true };
    expect(readRange("07/06/2027", single)).toEqual({ start: "2027-06-07", end: "2027-06-07" });
    expect(readRange("07/06/2027 - 09/06/2027", single)).toBeNull();
  });
});
