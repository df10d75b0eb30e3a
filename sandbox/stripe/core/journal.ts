import { open, readFile, rename, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

/** Where committed changes go; a store without one lives in memory alone. */
export interface Sink {
  append(line: string): void;
  /** Resolves once everything appended so far would survive a power cut. */
  flushed(): Promise<void>;
}

/** For stores that nothing needs to outlive. */
export const memorySink: Sink = { append: () => undefined, flushed: () => Promise.resolve() };

/**
 * Reads the whole lines of a journal. A last line without its end is a write that a kill cut short:
 * nobody was told that it happened, so it did not.
 */
export async function readJournal(file: string): Promise<string[]> {
  let content: string;
  try {
    content = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return content
    .slice(0, content.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
}

/** Puts `lines` in the place of the journal, all or nothing. */
export async function replaceJournal(file: string, lines: Iterable<string>): Promise<void> {
  const next = `${file}.next`;
  const handle = await open(next, "w");
  try {
    await handle.writeFile(Array.from(lines, (line) => `${line}\n`).join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
  const directory = await open(dirname(file), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * An append-only file. Lines that arrive while the disk is busy go out together with one sync, so a
 * burst of requests costs few syncs. After a failed write nothing more is accepted: what memory
 * holds would no longer be what the disk holds.
 */
export class Journal implements Sink {
  readonly #handle: FileHandle;
  #pending: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #scheduled: Promise<void> | null = null;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(file: string): Promise<Journal> {
    return new Journal(await open(file, "a"));
  }

  append(line: string): void {
    this.#pending.push(line);
  }

  flushed(): Promise<void> {
    if (this.#pending.length === 0) return this.#scheduled ?? this.#writing;
    if (this.#scheduled === null) {
      const run = this.#writing.then(() => this.#write());
      this.#scheduled = run;
      // Callers await the promise they were given; this copy only orders the next write behind it.
      this.#writing = run;
      run.catch(() => undefined);
    }
    return this.#scheduled;
  }

  async #write(): Promise<void> {
    this.#scheduled = null;
    const lines = this.#pending;
    this.#pending = [];
    await this.#handle.appendFile(lines.map((line) => `${line}\n`).join(""));
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    try {
      await this.flushed();
    } finally {
      await this.#handle.close();
    }
  }
}
