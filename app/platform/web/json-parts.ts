/**
 * What `JSON.stringify(value, null, 2)` writes, in parts: an async iterable stands for an array, and is read as it is
 * written. What fails in between ends the text in the middle, so that nobody takes it for whole.
 */
export async function* jsonParts(value: unknown, indent = ""): AsyncGenerator<string> {
  const inner = `${indent}  `;
  if (isRead(value)) {
    let isEmpty = true;
    for await (const row of value) {
      yield `${isEmpty ? "[" : ","}\n${inner}${indented(row, inner)}`;
      isEmpty = false;
    }
    yield isEmpty ? "[]" : `\n${indent}]`;
  } else if (isPlain(value)) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    for (const [place, [name, one]] of entries.entries()) {
      yield `${place === 0 ? "{" : ","}\n${inner}${JSON.stringify(name)}: `;
      yield* jsonParts(one, inner);
    }
    yield entries.length === 0 ? "{}" : `\n${indent}}`;
  } else {
    yield indented(value, indent);
  }
}

/** No text of JSON has a line's end within a string. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

function isRead(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** No date, id or the like, which say themselves what they are in JSON. */
function isPlain(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Some 64 kB: what is sent in smaller pieces costs more than it says. */
const BLOCK_LENGTH = 65_536;

/** A text's parts, gathered into fewer. */
export async function* inBlocks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let block = "";
  for await (const part of parts) {
    block += part;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = "";
  }
  if (block !== "") yield block;
}
