import { Types } from "mongoose";
import { AccessEntryModel, type AccessEntry } from "@models/access-entry";
import type { Actor } from "./actor.server";

/** Notes that an administrator looked at somebody's personal data. */
export async function recordAccess(
  actor: Pick<Actor, "id" | "requestId" | "ip">,
  kind: AccessEntry["kind"],
  target: string,
  now: Date,
): Promise<void> {
  await AccessEntryModel.create({
    admin: new Types.ObjectId(actor.id),
    kind,
    target: new Types.ObjectId(target),
    requestId: actor.requestId,
    address: actor.ip,
    at: now,
  });
}
