import { describe, expect, it } from "vitest";
import { PICTURE_WIDTHS } from "~/platform/images/picture-encoding.server";
import { pictureSrcSet } from "./picture";

const picture = { id: "a1", alt: "", width: 2400, height: 1800 };

describe("pictureSrcSet", () => {
  it("offers every width of a large photo", () => {
    expect(pictureSrcSet(picture)).toBe(
      "/images/a1/320.webp 320w, /images/a1/640.webp 640w, /images/a1/1280.webp 1280w, /images/a1/1920.webp 1920w",
    );
  });

  it("asks for the widths that pictures are kept at", () => {
    const asked = pictureSrcSet(picture).match(/\d+(?=\.webp)/g);
    expect(asked?.map(Number)).toEqual(PICTURE_WIDTHS);
  });

  it("stops at the largest asked for", () => {
    expect(pictureSrcSet(picture, 640)).toBe("/images/a1/320.webp 320w, /images/a1/640.webp 640w");
  });

  it("stops at the first rendition that holds the whole photo, at its true width", () => {
    expect(pictureSrcSet({ ...picture, width: 500 })).toBe(
      "/images/a1/320.webp 320w, /images/a1/640.webp 500w",
    );
    expect(pictureSrcSet({ ...picture, width: 320 })).toBe("/images/a1/320.webp 320w");
  });
});
