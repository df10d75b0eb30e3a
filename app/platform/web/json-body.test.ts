import { describe, expect, it } from "vitest";
import { JsonReader } from "./json-body";
import { Refusal } from "../refusal";

/** Reads a body that comes in chunks of so many bytes. */
function read(body: string | Buffer, { pictures = 0, chunk = 7, keep = () => undefined } = {}) {
  const reader = new JsonReader({ textBytes: 100_000, pictures, keep });
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += chunk) reader.write(bytes.subarray(at, at + chunk));
  return reader.end();
}

function codeOf(work: () => unknown): string {
  try {
    return `read: ${JSON.stringify(work())}`;
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 31) % 256));
const urlOf = (bytes: Buffer, type = "png") =>
  `data:image/${type};base64,${bytes.toString("base64")}`;

describe("JsonReader", () => {
  it("reads what JSON.parse reads, however it comes in", () => {
    const value = {
      a: [1, -2.5e3, true, false, null, "", 'é\u2028"\\/', { b: [[]] }],
      "data:image/png;base64,AAAA": "a key is no picture's place",
      c: "data:text/plain,x",
    };
    for (const body of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      for (const chunk of [1, 2, 3, 64, 100_000]) expect(read(body, { chunk })).toEqual(value);
    }
    expect(read("")).toBeUndefined();
  });

  it("gives pictures as their bytes, whatever their padding, the chunks and the slashes", () => {
    for (const length of [0, 1, 2, 3, 4, 5, 1_000]) {
      const bytes = bytesOf(length);
      const body = JSON.stringify({ title: "Salle", photos: [urlOf(bytes), urlOf(bytes, "jpeg")] });
      for (const written of [body, body.replaceAll("/", "\\/")]) {
        for (const chunk of [1, 2, 3, 5, 64, 100_000]) {
          const value = read(written, { pictures: 2, chunk }) as { photos: Buffer[] };
          expect(value).toMatchObject({ title: "Salle" });
          expect(value.photos.map((photo) => bytes.equals(photo))).toEqual([true, true]);
        }
      }
    }
  });

  it("holds on to none of the chunks that a body came in", () => {
    const reader = new JsonReader({ textBytes: 100_000, pictures: 1, keep: () => undefined });
    const picture = bytesOf(300);
    const chunk = Buffer.from(JSON.stringify({ title: "Salle", photo: urlOf(picture) }));
    reader.write(chunk);
    // As if the memory were somebody else's by now.
    chunk.fill(" ");
    expect(reader.end()).toEqual({ title: "Salle", photo: picture });
  });

  it("lets go of the pictures that came, the one that is coming too", () => {
    const reader = new JsonReader({ textBytes: 100_000, pictures: 2, keep: () => undefined });
    const whole = JSON.stringify([urlOf(bytesOf(300)), urlOf(bytesOf(300))]);
    reader.write(Buffer.from(whole.slice(0, -100)));
    reader.letGo();
    reader.write(Buffer.from(whole.slice(-100)));
    const left = (reader.end() as (Buffer | undefined)[]).map((picture) => picture?.length ?? 0);
    expect(left[0]).toBeLessThan(100);
    expect(left[1] ?? 0).toBe(0);
  });

  it("does not count pictures as texts, and tells what they weigh", () => {
    let kept = 0;
    const keep = (bytes: number) => (kept += bytes);
    const reader = new JsonReader({ textBytes: 100_000, pictures: 1, keep });
    reader.write(Buffer.from(JSON.stringify({ avatar: urlOf(bytesOf(300_000)) })));
    expect((reader.end() as { avatar: Buffer }).avatar).toHaveLength(300_000);
    expect(kept).toBe(300_000);
  });

  it.each<[string, string, number?]>([
    ["millions of small values", `{"photo":[${"{},".repeat(1_000_000)}{}]}`],
    ["more than 2,000 values", `[${"1,".repeat(2_000)}1]`],
    ["one huge text", `{"name":"${"x".repeat(15_000_000)}"}`, 10],
    ["a text of more than 10 kB", `{"name":"${"x".repeat(10_001)}"}`],
    ["a huge name of a field", `{"${"x".repeat(10_001)}":1}`],
    ["a huge number", `[${"1".repeat(100_001)}]`],
    ["white space without end", `{${" ".repeat(100_001)}}`],
    ["a nesting of nine", `${"[".repeat(9)}${"]".repeat(9)}`],
    ["a nesting without end", "[".repeat(5_000_000)],
    ["a nesting without end of objects", `{"a":`.repeat(1_000_000)],
    ["more pictures than the call takes", JSON.stringify([1, 2].map(() => urlOf(bytesOf(9)))), 1],
    ["a picture where none is taken", JSON.stringify([urlOf(bytesOf(10_000))])],
  ])("refuses %s", (_name, body, pictures = 0) => {
    expect(codeOf(() => read(body, { pictures, chunk: 65_536 }))).toBe("too_large");
  });

  it("reads as much as there may be of everything, and not one more", () => {
    const isRead = (body: string, pictures = 0) =>
      codeOf(() => read(body, { pictures, chunk: 65_536 })).startsWith("read: ");
    const values = (count: number) => `[${"1,".repeat(count - 1)}1]`;
    const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const text = (bytes: number) => `["${"x".repeat(bytes)}"]`;
    const escaped = (bytes: number) => `["${'\\"'.repeat(bytes / 2)}"]`;
    const body = (bytes: number) => "1".padEnd(bytes);
    const type = (letters: number) => JSON.stringify([urlOf(bytesOf(20_000), "x".repeat(letters))]);
    const pictures = (count: number) => JSON.stringify(Array(count).fill(urlOf(bytesOf(9))));
    expect({
      values: [isRead(values(2_000)), isRead(values(2_001))],
      "values that are lists": [
        isRead(`[${"[],".repeat(999)}[]]`),
        isRead(`[${"[],".repeat(1_000)}[]]`),
      ],
      nesting: [isRead(nested(8)), isRead(nested(9))],
      objects: [isRead(objects(8)), isRead(objects(9))],
      text: [isRead(text(10_000)), isRead(text(10_001))],
      "two texts": [isRead(`["${"x".repeat(10_000)}","${"x".repeat(10_000)}"]`)],
      escaped: [isRead(escaped(10_000)), isRead(escaped(10_002))],
      body: [isRead(body(100_000)), isRead(body(100_001))],
      "a picture's type": [isRead(type(20), 1), isRead(type(21), 1)],
      "with \\/": [isRead(type(20).replaceAll("/", "\\/"), 1)],
      pictures: [isRead(pictures(3), 3), isRead(pictures(4), 3)],
    }).toEqual({
      values: [true, false],
      "values that are lists": [true, false],
      nesting: [true, false],
      objects: [true, false],
      text: [true, false],
      "two texts": [true],
      escaped: [true, false],
      body: [true, false],
      "a picture's type": [true, false],
      "with \\/": [true],
      pictures: [true, false],
    });
  });

  it.each([
    ...["{", "[1,]", '{"a":tru}', "01", '"a', '["\\x"]', "][", "{}{}"],
    ...['["data:image/png;base64,A', '["data:image/png;base64,AA*A"]', "[1]]]]]]]]]]]]"],
    ...['["data:image/png;base64,AAAA#0"]', '["data:image/png;base64,AA==AAAA"]'],
  ])("refuses %s", (body) => {
    for (const chunk of [1, 100]) {
      expect(codeOf(() => read(body, { pictures: 3, chunk }))).toBe("invalid");
    }
  });

  it("refuses what is no UTF-8", () => {
    expect(codeOf(() => read(Buffer.from([0x22, 0xff, 0x22])))).toBe("invalid");
  });
});
