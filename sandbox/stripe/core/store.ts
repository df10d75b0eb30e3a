import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Journal, memorySink, readJournal, replaceJournal, type Sink } from "./journal";
import type { Kind, Records } from "./records";

type Row = Records[Kind];
interface Change {
  kind: Kind;
  id: string;
  before: Row | undefined;
}

/** One committed transaction, as one journal line: rows that are now so, and rows that are gone. */
interface Entry {
  put: [Kind, Row][];
  gone: [Kind, string][];
}

const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Rows in memory, every committed change of them in a journal. Changes happen in transactions that
 * run without interruption, so readers never see half of one. Rows are never changed in place.
 */
export class Store {
  #kinds = new Map<Kind, Map<string, Row>>();
  #changes: Change[] | null = null;
  #sink: Sink;
  #listeners: (() => void)[] = [];

  constructor(sink: Sink = memorySink) {
    this.#sink = sink;
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#kinds.get(kind)?.get(id) as Records[K] | undefined;
  }

  /** Rows of one kind, oldest first. */
  all<K extends Kind>(kind: K): Records[K][] {
    return Array.from(this.#kinds.get(kind)?.values() ?? []) as Records[K][];
  }

  count(kind: Kind): number {
    return this.#kinds.get(kind)?.size ?? 0;
  }

  /** Writes a row inside the running transaction and gives it back. */
  put<K extends Kind>(kind: K, row: Records[K]): Records[K] {
    this.#note(kind, row.id);
    this.#set(kind, row.id, row);
    return row;
  }

  remove(kind: Kind, id: string): void {
    this.#note(kind, id);
    this.#set(kind, id, undefined);
  }

  /**
   * Runs a deed whose changes are committed together or, when it throws, not at all. They are on disk
   * once `durable()` resolves.
   */
  transact<T>(deed: () => T): T {
    if (this.#changes !== null) throw new Error("Transactions cannot be nested");
    this.#changes = [];
    try {
      const result = deed();
      this.#commit(this.#changes);
      return result;
    } catch (error) {
      this.rollback(0);
      throw error;
    } finally {
      this.#changes = null;
    }
  }

  /** A point in the running transaction to which `rollback` can return. */
  mark(): number {
    return this.#running().length;
  }

  rollback(mark: number): void {
    const undone = this.#running().splice(mark);
    for (const { kind, id, before } of undone.reverse()) this.#set(kind, id, before);
  }

  /** Resolves once every change that anyone could have seen is on disk. */
  durable(): Promise<void> {
    return this.#sink.flushed();
  }

  /** Calls back after each transaction that changed something. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Forgets everything, on disk too. */
  clear(): void {
    this.transact(() => {
      for (const [kind, rows] of this.#kinds) {
        for (const id of Array.from(rows.keys())) this.remove(kind, id);
      }
    });
  }

  /** Applies a journal line. */
  replay(line: string): void {
    const entry = JSON.parse(line) as Entry;
    for (const [kind, row] of entry.put) this.#set(kind, row.id, row);
    for (const [kind, id] of entry.gone) this.#set(kind, id, undefined);
  }

  /** The present state as journal lines, without what Stripe too would have forgotten by now. */
  *snapshot(nowMs: number): Generator<string> {
    for (const [kind, rows] of this.#kinds) {
      for (const row of rows.values()) {
        if (!isStale(kind, row, nowMs)) {
          yield JSON.stringify({ put: [[kind, row]], gone: [] } satisfies Entry);
        }
      }
    }
  }

  #running(): Change[] {
    if (this.#changes === null) throw new Error("No transaction is running");
    return this.#changes;
  }

  #note(kind: Kind, id: string): void {
    this.#running().push({ kind, id, before: this.#kinds.get(kind)?.get(id) });
  }

  #set(kind: Kind, id: string, row: Row | undefined): void {
    let rows = this.#kinds.get(kind);
    if (rows === undefined) {
      rows = new Map();
      this.#kinds.set(kind, rows);
    }
    if (row === undefined) rows.delete(id);
    else rows.set(id, row);
  }

  #commit(changes: Change[]): void {
    if (changes.length === 0) return;
    const touched = new Map(changes.map(({ kind, id }) => [`${kind}\n${id}`, { kind, id }]));
    const entry: Entry = { put: [], gone: [] };
    for (const { kind, id } of touched.values()) {
      const row = this.#kinds.get(kind)?.get(id);
      if (row === undefined) entry.gone.push([kind, id]);
      else entry.put.push([kind, row]);
    }
    this.#sink.append(JSON.stringify(entry));
    for (const listener of this.#listeners) listener();
  }
}

function isStale(kind: Kind, row: Row, nowMs: number): boolean {
  if (!("created" in row) || typeof row.created !== "number") return false;
  const ageMs = nowMs - row.created * 1000;
  if (kind === ".answer") return ageMs > ANSWERS_KEPT_MS;
  return kind === "event" && ageMs > EVENTS_KEPT_MS;
}

/** Thrown when a journal holds a line that no commit wrote: its message tells people what to do. */
export class DamagedJournal extends Error {
  override name = "DamagedJournal";

  constructor(file: string, line: number, options: ErrorOptions) {
    super(
      `Le journal du bac à sable Stripe est abîmé (${file}, ligne ${line}). ` +
        "Mettez de côté le dossier des données en entier, base comprise, puis relancez\u00a0: " +
        "la démonstration sera refaite. / The sandbox's journal is damaged.",
      options,
    );
  }
}

/** A store with its file; `close` writes out what is left. */
export interface OpenStore {
  store: Store;
  close: () => Promise<void>;
}

/** An empty store that nothing outlives. */
export const memoryStore = (): OpenStore => ({
  store: new Store(),
  close: () => Promise.resolve(),
});

/**
 * Loads the state stored in `dataDir` (made when absent), shortens its journal, and keeps writing to
 * it. Only one process may have a directory open.
 */
export async function openStore(dataDir: string): Promise<OpenStore> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "journal.jsonl");
  const loaded = new Store();
  for (const [index, line] of (await readJournal(file)).entries()) {
    try {
      loaded.replay(line);
    } catch (error) {
      throw new DamagedJournal(file, index + 1, { cause: error });
    }
  }
  const nowMs = Date.now() + (loaded.get(".setting", "clock")?.offsetMs ?? 0);
  const lines = Array.from(loaded.snapshot(nowMs));
  await replaceJournal(file, lines);
  const journal = await Journal.open(file);
  const store = new Store(journal);
  for (const line of lines) store.replay(line);
  return { store, close: () => journal.close() };
}
