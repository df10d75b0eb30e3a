import { AuditEntryModel } from "@models/audit-entry";
import { AUDIT_HEAD, SettingModel } from "@models/setting";
import { flawOf, readHead, type ChainHead } from "./chain";

export interface ChainCheck {
  /** Entries that hold. */
  entries: number;
  /** What is wrong with the first that does not, in words; null when the whole log holds. */
  flaw: string | null;
}

/** Walks the audit log from its first entry to its head. */
export async function checkChain(): Promise<ChainCheck> {
  // Read first: what is written while the log is walked comes after it.
  const setting = await SettingModel.findById(AUDIT_HEAD).lean();
  const head = readHead(String(setting?.value ?? ""));
  let last: ChainHead = { seq: 0, hash: "" };
  for await (const entry of AuditEntryModel.find().sort({ seq: 1 }).lean().cursor()) {
    const flaw = flawOf(entry, last);
    if (flaw !== null) return { entries: last.seq, flaw };
    last = { seq: entry.seq, hash: entry.hash };
    if (last.seq === head.seq && last.hash !== head.hash) {
      return {
        entries: last.seq - 1,
        flaw: `l’entrée ${last.seq} n’est pas celle qui a été écrite`,
      };
    }
  }
  if (last.seq < head.seq) return { entries: last.seq, flaw: `l’entrée ${last.seq + 1} manque` };
  return { entries: last.seq, flaw: null };
}
