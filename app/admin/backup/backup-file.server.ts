import { mongo } from "mongoose";

/**
 * A backup is one file: gzip around records, of which each is a letter and a BSON document, which says its own
 * length. `H` heads the file; of each collection there are `C`, its documents as the database has them (`D`)
 * and `E`, which says how many and their hash; `Z` ends what is whole.
 */
export type RecordKind = "H" | "C" | "D" | "E" | "Z";

/** The layout told here. */
export const FORMAT = 1;

export interface Head {
  format: number;
  database: string;
  at: Date;
}

export interface CollectionHead {
  collection: string;
  /** But that of `_id`. */
  indexes: mongo.IndexDescription[];
}

export interface CollectionEnd {
  collection: string;
  documents: number;
  /** Of the documents' bytes, in the order of their `_id`, in hexadecimal. */
  sha256: string;
}

/** A backup that cannot be what was written. */
export class DamagedBackup extends Error {
  override name = "DamagedBackup";
}

const FILE_CALLS = new Set<unknown>(["open", "read", "write", "rename"]);

/** Why the system does not give or take a file: 'ENOENT'; null: it is something else that failed. */
export function fileProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && FILE_CALLS.has(syscall) ? code : null;
}

/** No document of MongoDB is larger, in bytes. */
const LARGEST = 16 * 1024 * 1024 + 16 * 1024;
const SMALLEST = 5;

export function toRecord(kind: RecordKind, bson: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(kind), bson]);
}

export function headRecord(
  kind: Exclude<RecordKind, "D">,
  head: Head | CollectionHead | CollectionEnd | object,
): Buffer {
  return toRecord(kind, mongo.BSON.serialize(head));
}

/** The content of a record that is no document of the database. */
export function readHead<T extends object>(bson: Uint8Array): T {
  return mongo.BSON.deserialize(bson) as T;
}

/** The records of a stream of bytes. @throws DamagedBackup when they are none, or end amid one */
export async function* readRecords(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ kind: RecordKind; bson: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length > SMALLEST) {
      const kind = rest.toString("latin1", 0, 1);
      const size = rest.readInt32LE(1);
      if (!isKind(kind) || size < SMALLEST || size > LARGEST) {
        throw new DamagedBackup("A record is none");
      }
      if (rest.length < 1 + size) break;
      yield { kind, bson: rest.subarray(1, 1 + size) };
      rest = rest.subarray(1 + size);
    }
  }
  if (rest.length > 0) throw new DamagedBackup("The file ends amid a record");
}

function isKind(letter: string): letter is RecordKind {
  return letter.length === 1 && "HCDEZ".includes(letter);
}
