import { describe, expect, it } from "vitest";
import { MalformedMultipart, multipartBoundary, readMultipart, type PartHeader } from "./multipart";

interface Part extends PartHeader {
  text: string;
  isWhole: boolean;
}

/** Reads a body that comes in pieces of `size` bytes. */
async function read(body: string, size = body.length, boundary = "B"): Promise<Part[]> {
  const bytes = Buffer.from(body);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) {
      yield await Promise.resolve(bytes.subarray(at, at + size));
    }
  }
  const parts: (PartHeader & { chunks: Uint8Array[]; isWhole: boolean })[] = [];
  await readMultipart(pieces(), boundary, (header) => {
    const part = { ...header, chunks: [] as Uint8Array[], isWhole: false };
    parts.push(part);
    return {
      write: (chunk) => void part.chunks.push(chunk),
      end: () => {
        part.isWhole = true;
      },
    };
  });
  return parts.map(({ chunks, ...part }) => ({ ...part, text: Buffer.concat(chunks).toString() }));
}

const part = (disposition: string, text: string) =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;

const BODY = [
  part('name="title"', "Salle d’été"),
  part('name="blank"', ""),
  '--B\r\ncontent-type: image/jpeg\r\nContent-Disposition: form-data; name="photos"; filename="a;b=c.jpg"\r\n\r\n\r\n--\r\n--A\r\n-\r\n',
  part('name="photos"; filename=""', ""),
  "--B--\r\nepilogue",
].join("");

describe("readMultipart", () => {
  it.each([1, 2, 3, 7, 1_000])("reads the parts of a body in pieces of %i bytes", async (size) => {
    expect(await read(BODY, size)).toEqual([
      { name: "title", text: "Salle d’été", isWhole: true },
      { name: "blank", text: "", isWhole: true },
      {
        name: "photos",
        filename: "a;b=c.jpg",
        contentType: "image/jpeg",
        text: "\r\n--\r\n--A\r\n-",
        isWhole: true,
      },
      { name: "photos", filename: "", text: "", isWhole: true },
    ]);
  });

  it("reads the quotes of browsers and of programs", async () => {
    const parts = await read(
      part('name="a%22b"; filename="x\\"; name=\\"y"', "1") + part("name=bare", "2") + "--B--",
    );
    expect(parts.map(({ name }) => name)).toEqual(["a%22b", "bare"]);
  });

  it("leaves out what precedes the first part", async () => {
    expect(await read(`preamble\r\n${part('name="a"', "1")}--B--`)).toHaveLength(1);
  });

  it.each([
    ["an empty body", ""],
    ["another kind of body", "nonsense"],
    ["a body cut short after a part", part('name="a"', "1")],
    ["a body cut short at its end", `${part('name="a"', "1")}--B`],
    ["another boundary", "--Bx\r\n"],
    ["a part without a name", "--B\r\nContent-Type: text/plain\r\n\r\n1\r\n--B--"],
    ["a part without a header", "--B\r\n\r\n1\r\n--B--"],
    ["a long header", `${part(`name="${"a".repeat(9_000)}"`, "1")}--B--`],
    ["a header without end", `--B\r\n${"a".repeat(9_000)}`],
  ])("refuses %s", async (_what, body) => {
    await expect(read(body)).rejects.toThrow(MalformedMultipart);
  });
});

describe("multipartBoundary", () => {
  it.each([
    ["multipart/form-data; boundary=----WebKit1", "----WebKit1"],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', "a b"],
    ["multipart/form-data", null],
    ["text/plain; boundary=x", null],
    ["application/x-www-form-urlencoded", null],
  ])("of %s is %s", (type, boundary) => expect(multipartBoundary(type)).toBe(boundary));
});
