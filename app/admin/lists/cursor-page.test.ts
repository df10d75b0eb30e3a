import { expect, it } from "vitest";
import { eachShown } from "./cursor-page.server";

async function* rows(count: number) {
  for (let row = 0; row < count; row += 1) yield await Promise.resolve(row);
}

it.each([
  [0, [0]],
  [199, [199]],
  [200, [200, 0]],
  [401, [200, 200, 1]],
])(
  "%i rows of a file are shown two hundred at a time, each once and in order",
  async (count, some) => {
    const asked: number[] = [];
    const show = (chunk: readonly number[]) => {
      asked.push(chunk.length);
      return Promise.resolve(chunk.map((row) => `row ${row}`));
    };
    const shown: string[] = [];
    for await (const row of eachShown(rows(count), show)) shown.push(row);
    expect(shown).toEqual(Array.from({ length: count }, (_, row) => `row ${row}`));
    expect(asked).toEqual(some);
  },
);
