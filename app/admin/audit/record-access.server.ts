import { Types, type ClientSession } from "mongoose";
import { AccessEntryModel, type AccessEntry } from "@models/access-entry";
import { formatInstant } from "~/platform/days";
import type { Viewer } from "~/platform/viewer.server";
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

/** What is noted, as the page says it to whoever looks: 'Ada Min, 21/11/2026 à 11 h 05'. */
export function lookText({ name, lastname }: Pick<Viewer, "name" | "lastname">, now: Date): string {
  return `${name} ${lastname}, ${formatInstant(now)}`;
}
