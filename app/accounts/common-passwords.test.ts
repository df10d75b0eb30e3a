import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.server";

describe("isCommonPassword", () => {
  it.each([
    ...["password", "Password1", "motdepasse", "MotDePasse123", "football", "sunshine", "trustno1"],
    ...[
      "azerty123",
      "AZERTYUIOP",
      "qwertyuiop",
      "1q2w3e4r",
      "1qaz2wsx",
      "azertyqsdfgh",
      "asdf1234",
    ],
    ...["12345678", "87654321", "1234567890", "abcdefgh", "abcd1234", "123qwe456"],
    ...["aaaaaaaa", "12121212", "abcabcabc", "20002000", "testtest", "coucoucoucou"],
    ...["14071989", "07141989", "19890714", "marseille13", "doudou123", "Nicolas75"],
  ])("knows %s", (password) => expect(isCommonPassword(password)).toBe(true));

  it.each([
    ...["demonstration", "Jardin-des-Plantes-1793", "Password123!", "correct horse battery"],
    ...["vw7#Lq2p", "une salle au bord de l’eau", "14981989", "aabbccdd"],
  ])("leaves %s alone", (password) => expect(isCommonPassword(password)).toBe(false));

  it("answers a long text quickly", () => {
    const start = performance.now();
    isCommonPassword("azerty".repeat(21));
    isCommonPassword("x".repeat(127) + "y");
    expect(performance.now() - start).toBeLessThan(200);
  });
});
