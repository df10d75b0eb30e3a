import { renderToStaticMarkup } from "react-dom/server";
import sharp, { type AvailableFormatInfo } from "sharp";
import { expect, it } from "vitest";
import { FileField } from "./file-field";
import { TextareaField, TextField } from "./inputs";

it("leaves a text of several lines whole, that its server may say what is too much of it", () => {
  const field = { label: "Motif", name: "why", maxLength: 280 };
  expect(renderToStaticMarkup(<TextareaField {...field} />)).not.toMatch(/maxlength/i);
  expect(renderToStaticMarkup(<TextField {...field} />)).toMatch(/maxlength="280"/i);
});

it("asks for the pictures that the decoder reads, and names no other: Safari makes a JPEG of what is not named", () => {
  const formats = Object.values<AvailableFormatInfo>({ ...sharp.format });
  const read = formats.flatMap(({ input }) => input.fileSuffix ?? []);
  const wanted = ["jpeg", "png", "webp", "avif", "heic"].filter((name) =>
    read.includes(`.${name}`),
  );
  const types = wanted.map((name) => `image/${name}`).join();
  expect(renderToStaticMarkup(<FileField label="Photo" name="photo" />)).toContain(
    `accept="${types}"`,
  );
});
