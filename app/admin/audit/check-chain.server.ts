import { AuditEntryModel } from "@models/audit-entry";
import { AUDIT_HEAD, SettingModel } from "@models/setting";
import { flawOf, readHead, type ChainCheck, type ChainHead } from "./chain";

/** Walks the audit log from its first entry to its head. */
export async function checkChain(): Promise<ChainCheck> {
  const before = await storedHead();
  let last: ChainHead = { seq: 0, hash: "" };
  const held = (flaw: string | null) => ({ entries: last.seq, hash: last.hash, flaw });
  for await (const entry of AuditEntryModel.find().sort({ seq: 1 }).lean().cursor()) {
    const isOther = entry.seq === before.seq && entry.hash !== before.hash;
    const flaw = flawOf(entry, last) ?? (isOther ? otherEntry(entry.seq) : null);
    if (flaw !== null) return held(flaw);
    last = { seq: entry.seq, hash: entry.hash };
  }
  if (last.seq < before.seq) return held(`l’entrée ${last.seq + 1} manque`);
  // What was written while the log was walked has moved its head on: nothing lies after that.
  const after = await storedHead();
  return held(last.seq > after.seq ? otherEntry(after.seq + 1) : null);
}

const otherEntry = (seq: number) => `l’entrée ${seq} n’est pas celle qui a été écrite`;

async function storedHead(): Promise<ChainHead> {
  const setting = await SettingModel.findById(AUDIT_HEAD).lean();
  return readHead(String(setting?.value ?? ""));
}
