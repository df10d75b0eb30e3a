import { describe, expect, it } from "vitest";
import { MalformedMultipart, readMultipart, type PartTaker } from "./multipart";

const TEXT_BYTES = 10_000;
const TYPE = "multipart/form-data; boundary=B";

interface Part {
  name: string;
  text: string;
  filename?: string;
  type?: string;
  isWhole: boolean;
}

/** A body that comes in pieces of `size` bytes. */
async function* inPieces(body: string, size = Math.max(1, body.length)) {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

async function read(
  chunks: AsyncIterable<Uint8Array>,
  { contentType = TYPE, taker }: { contentType?: string; taker?: Partial<PartTaker> } = {},
): Promise<Part[]> {
  const parts: Part[] = [];
  await readMultipart(
    chunks,
    { contentType, textBytes: TEXT_BYTES },
    {
      text: (name, text, isWhole) => void parts.push({ name, text, isWhole }),
      file(name, filename, type) {
        const part: Part = { name, filename, type, text: "", isWhole: false };
        const pieces: Uint8Array[] = [];
        parts.push(part);
        return {
          write: (bytes) => void pieces.push(bytes),
          end() {
            part.text = Buffer.concat(pieces).toString();
            part.isWhole = true;
          },
        };
      },
      ...taker,
    },
  );
  return parts;
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
    expect(await read(inPieces(BODY, size))).toEqual([
      { name: "title", text: "Salle d’été", isWhole: true },
      { name: "blank", text: "", isWhole: true },
      {
        name: "photos",
        filename: "a;b=c.jpg",
        type: "image/jpeg",
        text: "\r\n--\r\n--A\r\n-",
        isWhole: true,
      },
      { name: "photos", filename: "", type: "text/plain", text: "", isWhole: true },
    ]);
  });

  it("says which text was cut", async () => {
    const [text] = await read(inPieces(`${part('name="a"', "x".repeat(TEXT_BYTES + 1))}--B--`));
    expect(text).toEqual({ name: "a", text: "x".repeat(TEXT_BYTES), isWhole: false });
  });

  it("reads no more of a part's head than 8 kB", async () => {
    const head = 'Content-Disposition: form-data; name="a"; filename="'.length;
    const named = part(`name="a"; filename="${"x".repeat(20_000)}"`, "1");
    const [file] = await read(inPieces(`${named}--B--\r\n`));
    expect(file?.filename).toBe("x".repeat(8_000 - 2 - head));
  });

  it("passes on unchanged what its source and what takes the parts throw", async () => {
    const late = new Error("late");
    async function* broken() {
      yield* inPieces(part('name="a"', "1"));
      await Promise.reject(late);
    }
    await expect(read(broken())).rejects.toBe(late);

    const full = new Error("full");
    const refuse = () => {
      throw full;
    };
    await expect(read(inPieces(BODY), { taker: { text: refuse } })).rejects.toBe(full);
    await expect(read(inPieces(BODY), { taker: { file: refuse } })).rejects.toBe(full);
    const sink = { write: refuse, end: () => undefined };
    await expect(read(inPieces(BODY, 50), { taker: { file: () => sink } })).rejects.toBe(full);
  });

  it("lets its source end what it began when it goes no further", async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield* inPieces(part('name="a"', "1"));
      } finally {
        ended = true;
      }
    }
    const refuse = () => {
      throw new Error("full");
    };
    await expect(read(endless(), { taker: { text: refuse } })).rejects.toThrow("full");
    expect(ended).toBe(true);
  });

  it.each([
    ["an empty body", ""],
    ["another kind of body", "nonsense"],
    ["a body cut short after a part", part('name="a"', "1")],
    ["a body cut short in a text", part('name="a"', "1").slice(0, -2)],
    ["a body cut short in a file", part('name="a"; filename="a"', "1").slice(0, -2)],
    ["a body cut short in a header", part('name="a"', "1").slice(0, 20)],
    ["a body cut short at its end", `${part('name="a"', "1")}--B`],
    ["another boundary", "--Bx\r\n"],
  ])("refuses %s", async (_what, body) => {
    await expect(read(inPieces(body))).rejects.toThrow(MalformedMultipart);
  });

  it("refuses a type without a boundary", async () => {
    const contentType = "multipart/form-data";
    await expect(read(inPieces(BODY), { contentType })).rejects.toThrow(MalformedMultipart);
  });
});
