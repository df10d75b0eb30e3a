import { Types, type ClientSession } from "mongoose";
import { AccessEntryModel, type AccessEntry } from "@models/access-entry";
import type { Actor } from "./actor.server";

/** Notes that an administrator looked at somebody's personal data; in the caller's transaction when one is given. */
export async function recordAccess(
  actor: Pick<Actor, "id" | "requestId" | "ip">,
  kind: AccessEntry["kind"],
  target: string,
  now: Date,
  transaction?: ClientSession,
): Promise<void> {
  const entry = {
    admin: new Types.ObjectId(actor.id),
    kind,
    target: new Types.ObjectId(target),
    requestId: actor.requestId,
    address: actor.ip,
    at: now,
  };
  await AccessEntryModel.create([entry], { session: transaction });
}
