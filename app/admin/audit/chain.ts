/** How the entries of the audit log hold on to each other. */
import { createHash } from "node:crypto";
import type { AuditEntry } from "@models/audit-entry";

/** An entry before it has its hash. */
export type Unsealed = Omit<AuditEntry, "_id" | "hash">;

/** The end of the log: how many entries there are, and the hash of the last. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** What a walk of the log found. */
export interface ChainCheck {
  /** Entries that hold. */
  entries: number;
  /** The hash of the last of them, empty without one: by it a log is known that was written anew from its beginning. */
  hash: string;
  /** What is wrong with the first that does not, in words; null when the whole log holds. */
  flaw: string | null;
}

/** sha256 of everything that an entry says, the hash before it included. */
export function sealOf(entry: Unsealed): string {
  const said = [
    entry.seq,
    entry.previousHash,
    entry.admin.toString(),
    entry.act,
    stored(entry.target),
    stored(entry.why),
    stored(entry.before),
    stored(entry.after),
    entry.requestId,
    entry.address,
    entry.at.toISOString(),
  ];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/** A text as the database gives it back: what is half of a character that takes two it keeps as U+FFFD. */
function stored(text: string | undefined): string | null {
  return text?.replace(/\p{Cs}/gu, "\ufffd") ?? null;
}

/** What is wrong with an entry after the one that `before` describes; null when it holds. */
export function flawOf(entry: AuditEntry, before: ChainHead): string | null {
  if (entry.seq !== before.seq + 1) return `l’entrée ${before.seq + 1} manque`;
  if (entry.previousHash !== before.hash) return `l’entrée ${entry.seq} ne suit pas celle d’avant`;
  if (entry.hash !== sealOf(entry)) return `l’entrée ${entry.seq} a été modifiée`;
  return null;
}

/** The head as the setting keeps it. */
export function writeHead({ seq, hash }: ChainHead): string {
  return `${seq}:${hash}`;
}

export function readHead(text: string): ChainHead {
  const [seq = "0", hash = ""] = text.split(":");
  return { seq: Number(seq), hash };
}
