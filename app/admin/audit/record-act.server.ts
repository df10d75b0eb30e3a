import { Types, type ClientSession } from "mongoose";
import { AuditEntryModel, type AuditAct } from "@models/audit-entry";
import { AUDIT_HEAD, SettingModel } from "@models/setting";
import { readHead, sealOf, writeHead } from "./chain";
import type { Actor } from "./actor.server";

export interface Act {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  act: AuditAct;
  /** The id of what it is done to. */
  target: string;
  why?: string;
  before?: string;
  after?: string;
  at: Date;
}

/**
 * Writes an act into the audit log, in the transaction that does it. The log's head is written by each of
 * them, so that of two acts at once one is done again after the other, and sees what it did.
 */
export async function recordAct(
  { actor, act, target, why, before, after, at }: Act,
  transaction: ClientSession,
): Promise<void> {
  const head = await takeHead(at, transaction);
  const unsealed = {
    seq: head.seq + 1,
    admin: new Types.ObjectId(actor.id),
    act,
    target,
    ...(why !== undefined && { why }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    requestId: actor.requestId,
    address: actor.ip,
    at,
    previousHash: head.hash,
  };
  const hash = sealOf(unsealed);
  await AuditEntryModel.create([{ ...unsealed, hash }], { session: transaction });
  await SettingModel.updateOne(
    { _id: AUDIT_HEAD },
    { $set: { value: writeHead({ seq: unsealed.seq, hash }) } },
  ).session(transaction);
}

/** The head, written to before it is read: from here on no other act can be committed before this one. */
async function takeHead(at: Date, transaction: ClientSession) {
  await SettingModel.updateOne(
    { _id: AUDIT_HEAD },
    { $set: { updatedAt: at }, $setOnInsert: { value: writeHead({ seq: 0, hash: "" }) } },
    { upsert: true, session: transaction },
  );
  const setting = await SettingModel.findById(AUDIT_HEAD).session(transaction).lean();
  return readHead(String(setting?.value));
}
