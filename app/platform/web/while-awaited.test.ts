import { expect, it } from "vitest";
import { csvResponse } from "./csv.server";
import { privateJson } from "./private-json.server";

const MANY = 10_000;

/** Rows, and how far they were read. */
function rowsThat() {
  const seen = { read: 0, isOver: false };
  async function* rows() {
    try {
      for (; seen.read < MANY; seen.read += 1)
        yield await Promise.resolve({ a: "x".repeat(1_000) });
    } finally {
      seen.isOver = true;
    }
  }
  return { seen, rows: rows() };
}

type Rows = ReturnType<typeof rowsThat>["rows"];

it.each([
  ["a list", (rows: Rows, to: Request) => csvResponse("essai", { A: ({ a }) => a }, rows, to)],
  ["a person's data", (rows: Rows, to: Request) => privateJson("essai.json", { rows }, to)],
])("%s is read no further once its client has left, and ends quietly", async (_what, fileOf) => {
  const left = new AbortController();
  const { seen, rows } = rowsThat();
  const { body } = fileOf(rows, new Request("http://localhost/", { signal: left.signal }));
  const reader = body!.getReader();
  await reader.read();
  left.abort();
  // As Remix does, which looks at no client.
  while (!(await reader.read()).done);
  expect(seen.isOver).toBe(true);
  expect(seen.read).toBeLessThan(MANY / 2);
});
