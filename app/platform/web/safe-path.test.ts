import { describe, expect, it } from "vitest";
import { safePath } from "./safe-path";

describe("safePath", () => {
  it.each(["/", "/reservation?city=Lyon&page=2", "/profil#coordonnees", "/a%20b"])(
    "keeps the path %s of this site",
    (path) => expect(safePath(path)).toBe(path),
  );

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "https://evil.example/",
    "/%09/evil.example",
    "/\t/evil.example",
    "/%5cevil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/%0d%0aLocation: x",
    "javascript:alert(1)",
    "reservation",
    "",
    `/${"a".repeat(2_001)}`,
  ])("attack 10: refuses %j, which could lead elsewhere", (path) => {
    expect(safePath(path, "/profil")).toBe("/profil");
  });

  it("keeps two thousand characters", () => {
    const longest = `/${"a".repeat(1_999)}`;
    expect([safePath(longest), safePath(`${longest}a`)]).toEqual([longest, "/"]);
  });

  it("falls back when there is none", () => {
    expect(safePath(null)).toBe("/");
    expect(safePath(undefined, "/mes-demandes")).toBe("/mes-demandes");
  });
});
