import { describe, expect, it } from "vitest";
import { passesLuhn, readRna, readSiren, readSiret, readVatNumber, vatKey } from "./identifiers";

describe("readSiret", () => {
  it.each([
    ["73282932000074", "73282932000074"],
    ["732 829 320 00074", "73282932000074"],
    ["732.829.320\u00a000074", "73282932000074"],
    ["\u200e732829320\u00ad00074\u200b", "73282932000074"],
    ["35600000000048", "35600000000048"],
  ])("reads %s", (text, siret) => expect(readSiret(text)).toBe(siret));

  it("knows La Poste's own rule: the sum of the digits is a multiple of five", () => {
    expect(passesLuhn("35600000049837")).toBe(false);
    expect(readSiret("35600000049837")).toBe("35600000049837");
    expect(readSiret("35600000049838")).toBeNull();
  });

  it.each([
    "",
    "73282932000075",
    "7328293200007",
    "732829320000741",
    "7328293200007A",
    "0".repeat(14),
  ])("refuses '%s'", (text) => expect(readSiret(text)).toBeNull());
});

describe("readSiren", () => {
  it.each(["732829320", "732 829 320", "732.829.320"])("reads %s", (text) =>
    expect(readSiren(text)).toBe("732829320"),
  );
  it.each(["732829321", "73282932", "7328293200", "000000000", "2A0040000"])("refuses %s", (text) =>
    expect(readSiren(text)).toBeNull(),
  );
});

describe("readRna", () => {
  it.each([
    ["W691234567", "W691234567"],
    ["w 691 234 567", "W691234567"],
    ["W2A1234567", "W2A1234567"],
    ["691234567", "W691234567"],
  ])("reads %s", (text, rna) => expect(readRna(text)).toBe(rna));
  it.each(["", "W69123456", "W6912345678", "WA91234567", "X691234567"])("refuses '%s'", (text) =>
    expect(readRna(text)).toBeNull(),
  );
});

describe("readVatNumber", () => {
  it.each(["FR44732829320", "fr 44 732 829 320", "FR.44.732.829.320"])("reads %s", (text) =>
    expect(readVatNumber(text)).toBe("FR44732829320"),
  );

  it("takes a key with a letter as it is: nothing tells whether it is right", () =>
    expect(readVatNumber("FRK7732829320")).toBe("FRK7732829320"));

  it.each(["", "44732829320", "FR45732829320", "FR44732829321", "FR4473282932", "FRO1732829320"])(
    "refuses '%s'",
    (text) => expect(readVatNumber(text)).toBeNull(),
  );

  it("has a key of two digits", () => {
    expect(vatKey("732829320")).toBe("44");
    expect(vatKey("000000097")).toBe("12");
  });
});
