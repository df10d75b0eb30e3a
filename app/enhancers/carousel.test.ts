import { describe, expect, it } from "vitest";
import { turn, withPhotoId } from "./carousel";

describe("turn", () => {
  it("goes round in both directions", () => {
    expect(turn(0, 1, 3)).toBe(1);
    expect(turn(2, 1, 3)).toBe(0);
    expect(turn(0, -1, 3)).toBe(2);
  });
});

describe("withPhotoId", () => {
  it("changes the photo in every candidate and nothing else", () => {
    expect(withPhotoId("/images/a/320.webp 320w, /images/a/640.webp 600w", "b")).toBe(
      "/images/b/320.webp 320w, /images/b/640.webp 600w",
    );
    expect(withPhotoId("https://exemple.fr/images/a/640.webp", "b")).toBe(
      "https://exemple.fr/images/b/640.webp",
    );
  });
});
