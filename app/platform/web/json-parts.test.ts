import { Types } from "mongoose";
import { expect, it } from "vitest";
import { inBlocks, jsonParts } from "./json-parts";

async function* rows(...all: unknown[]) {
  for (const one of all) {
    await Promise.resolve();
    if (one instanceof Error) throw one;
    yield one;
  }
}
const written = async (value: unknown) => {
  let text = "";
  for await (const part of jsonParts(value)) text += part;
  return text;
};

it("writes what JSON has, byte for byte, rows as an array", async () => {
  const _id = new Types.ObjectId();
  const [row, other] = [
    { _id, at: new Date(0), words: "Une\nligne, « deux » \u2028", no: undefined, list: [1, {}] },
    { deep: { list: [], none: null } },
  ];
  const value = (list: (...all: unknown[]) => unknown) => ({
    at: new Date(0),
    none: null,
    no: undefined,
    _id,
    empty: {},
    emptyRows: list(),
    array: [row, other],
    'a "name"': { rows: list(row, other), one: list("text") },
  });
  expect(await written(value(rows))).toBe(
    JSON.stringify(
      value((...all) => all),
      null,
      2,
    ),
  );
  expect(await written("text")).toBe('"text"');
});

it("writes nothing that could be taken for whole once a row fails", async () => {
  let text = "";
  const write = async () => {
    for await (const part of jsonParts({ rows: rows({ a: 1 }, new Error("refused")) }))
      text += part;
  };
  await expect(write()).rejects.toThrow("refused");
  expect(text).toContain('"a": 1');
  expect(() => void JSON.parse(text)).toThrow(SyntaxError);
});

it("is sent in few blocks, of the same text", async () => {
  const blocks: string[] = [];
  const text = "x".repeat(1_000);
  for await (const block of inBlocks(
    rows(...Array<string>(100).fill(text)) as AsyncGenerator<string>,
  ))
    blocks.push(block);
  expect(blocks.map(({ length }) => length)).toEqual([66_000, 34_000]);
  expect(blocks.join("")).toBe(text.repeat(100));
});
