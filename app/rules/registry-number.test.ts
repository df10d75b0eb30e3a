import { describe, expect, it } from "vitest";
import { mayLackRna, registrationText, registryText, sirenOf } from "./registry-number";

it.each([
  ["73282932000074", "732 829 320 00074"],
  ["732829320", "732 829 320"],
  ["W691234567", "W691234567"],
  ["7328293200007", "7328293200007"],
])("shows %s as %j", (number, text) => expect(registryText(number)).toBe(text));

describe("mayLackRna", () => {
  it.each(["67000", "68 100", "57000"])("is so at %s", (code) =>
    expect(mayLackRna(code)).toBe(true),
  );
  it.each(["69001", "6700", "670000", ""])("is not at '%s'", (code) =>
    expect(mayLackRna(code)).toBe(false),
  );
});

describe("an organisation", () => {
  const siret = "73282932000074";
  const INSEE = "552100554";
  const RNA = "W691234567";
  interface Numbers {
    siret?: string;
    INSEE?: string;
    RNA?: string;
  }
  it.each<[has: Numbers, siren: string | undefined, text: string | undefined]>([
    [{ siret, INSEE, RNA }, "732829320", "SIREN 732 829 320"],
    [{ INSEE, RNA }, "552100554", "SIREN 552 100 554"],
    [{ RNA }, undefined, "RNA W691234567"],
    [{}, undefined, undefined],
  ])("%j has the SIREN %s, that of its SIRET before another, and is %s", (has, siren, text) => {
    expect([sirenOf(has), registrationText(has)]).toEqual([siren, text]);
  });
});
