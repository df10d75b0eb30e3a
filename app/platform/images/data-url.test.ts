import { expect, it } from "vitest";
import { readDataUrl } from "./data-url";

it("reads pictures in base64 and nothing else", () => {
  expect(Buffer.from(readDataUrl("data:image/webp;base64,aGVsbG8=") ?? []).toString()).toBe(
    "hello",
  );
  for (const text of [
    "",
    "/images/1/320.webp",
    "data:text/html;base64,aGVsbG8=",
    "data:image/png,x",
  ]) {
    expect(readDataUrl(text)).toBeNull();
  }
});
