import { trusted, type ClientSession } from "mongoose";
import { AuditEntryModel } from "@models/audit-entry";
import type { Act } from "./record-act.server";

/** Between two presses of one form. */
const TWICE_MS = 60_000;

/**
 * Whether the same person did the very same a moment ago, whose answer was lost: an earlier press of one form.
 *
 * @param withinMs how long ago at most
 */
export async function isDoneBefore(
  { actor, at, ...deed }: Act,
  transaction: ClientSession | null,
  withinMs = TWICE_MS,
): Promise<boolean> {
  const lately = trusted({ $gt: new Date(at.getTime() - withinMs) });
  const entry = await AuditEntryModel.exists({ ...deed, admin: actor.id, at: lately }).session(
    transaction,
  );
  return entry !== null;
}
