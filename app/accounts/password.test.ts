import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.server";

describe("passwords", () => {
  it("are hashed with argon2id, each with its own salt", async () => {
    const [first, second] = await Promise.all([
      hashPassword("demonstration"),
      hashPassword("demonstration"),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it("are known again, and no others", async () => {
    const hash = await hashPassword("Mot de passe à accents");
    expect(await verifyPassword(hash, "Mot de passe à accents")).toBe(true);
    expect(await verifyPassword(hash, "mot de passe à accents")).toBe(false);
    expect(await verifyPassword(hash, "")).toBe(false);
  });

  it("are the same from a keyboard that brings each accent and its letter as two characters", async () => {
    const [composed, decomposed] = ["NFC", "NFD"].map((form) => "Forêt enchantée".normalize(form));
    expect(await verifyPassword(await hashPassword(composed!), decomposed!)).toBe(true);
    expect(await verifyPassword(await hashPassword(decomposed!), composed!)).toBe(true);
  });

  it("cannot be checked against a broken record", async () => {
    await expect(verifyPassword("not a hash", "demonstration")).rejects.toThrow();
  });
});
