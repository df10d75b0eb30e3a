import { Readable } from "node:stream";
import { inBlocks, jsonParts } from "./json-parts";
import { privateFile } from "./private-file";
import { whileAwaited } from "./while-awaited";

/**
 * A value as a JSON file to keep, its lists read one row after the other (`jsonParts`); a line that is slower than the
 * database has what is left wait in memory, as text. When reading it fails the answer breaks off, and is no file that
 * anybody could take for whole.
 *
 * @param request that asked for it: once its client has left nothing more is read
 */
export function privateJson(
  name: string,
  value: object,
  request: Pick<Request, "signal">,
): Response {
  const bytes = Readable.from(inBlocks(whileAwaited(jsonParts(value), request)), {
    objectMode: false,
  });
  const content = Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
  return privateFile({ name, content }, "application/json; charset=utf-8");
}
