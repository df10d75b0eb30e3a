import { expect, it } from "vitest";
import { pictureBytes, sentPicture, wasChosen } from "./sent-picture";

const bytes = Uint8Array.from([0xff, 0xd8, 0xff]);

it("a picture is sent as a file, as any class of files has it, or as bytes", () => {
  const file = { size: 3, arrayBuffer: () => Promise.resolve(bytes.buffer) };
  for (const sent of [new Blob([bytes]), new File([bytes], "a.jpg"), file, bytes]) {
    expect(sentPicture.safeParse(sent).success).toBe(true);
  }
  const { size, arrayBuffer } = file;
  for (const other of [null, undefined, "", "data:", 3, { size }, { arrayBuffer }, [], () => 3]) {
    expect(sentPicture.safeParse(other).success).toBe(false);
  }
});

it("its bytes are the same however it was sent", async () => {
  const url = `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
  for (const sent of [new Blob([bytes]), bytes, url]) {
    expect(Buffer.from((await pictureBytes(sent))!)).toEqual(Buffer.from(bytes));
  }
  expect(await pictureBytes("ailleurs")).toBeNull();
});

it.each([
  [0, "", false],
  [0, "vide.jpg", true],
  [1, "", true],
  [1, "a.jpg", true],
])("a file of %i bytes called %j was chosen: %s", (size, name, isChosen) => {
  expect(wasChosen({ size, name })).toBe(isChosen);
});
