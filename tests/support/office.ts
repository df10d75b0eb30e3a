import type { User } from "@models/user";
import type { Actor } from "~/admin/audit/actor.server";
import { newMember, type Member } from "./members";
import { hashCheaply } from "./password-hash";

/** What every administrator of these tests logs in with. */
export const OFFICE_PASSWORD = "Tilleuls-1911";
const passwordHash = hashCheaply(OFFICE_PASSWORD);

export interface Administrator extends Member {
  actor: Actor;
}

/** An administrator, logged in, who can confirm what they do by their password. */
export async function newAdmin(fields: Partial<User> = {}): Promise<Administrator> {
  const member = await newMember({ isAdmin: true, passwordHash: await passwordHash, ...fields });
  const { session } = member.visitor.context();
  return { ...member, actor: { id: member.id, session, requestId: "req-test", ip: "203.0.113.7" } };
}
