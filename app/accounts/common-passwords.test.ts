import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.server";

describe("isCommonPassword", () => {
  it("knows every one of the 10,000 most used that is long enough to be chosen", () => {
    const longEnough = dictionary["passwords-common"].slice(0, 10_000).filter((p) => p.length >= 8);
    expect(longEnough.length).toBeGreaterThan(1_000);
    expect(longEnough.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  it.each(["Password1", "AZERTYUIOP", "azerty123", "MotDePasse2026", "marseille13"])(
    "knows %s whatever its capitals and digits",
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each(["demonstration", "Jardin-des-Plantes-1793", "vw7#Lq2p", "une salle au bord de l’eau"])(
    "leaves %s alone",
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});
