import type { ClientSession } from "mongoose";
import { UserModel, type User } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { displayName } from "./display-name";
import { OPEN_ACCOUNT } from "./keep-account-open.server";
import { readLiaisonCode } from "./liaison-code";

export type Master = Pick<User, "_id" | "name" | "lastname" | "entityName" | "link_id">;

/** A master account found by its code, before the link is made. */
export interface FoundMaster {
  /** As stored. */
  code: string;
  name: string;
}

/**
 * Looks a liaison code up for someone who wants to link their account.
 *
 * @throws Refusal("unknown_liaison_code" | "liaison_self")
 */
export async function findMaster(userId: string, typed: string): Promise<FoundMaster> {
  const code = readLiaisonCode(typed);
  const master = code && (await masterByCode(code));
  if (!master) throw new Refusal("unknown_liaison_code", { field: "code" });
  if (master._id.toString() === userId) throw new Refusal("liaison_self", { field: "code" });
  return { code, name: displayName(master) };
}

/** The master account that a stored code belongs to; null while banned, closed or not validated. */
export async function masterByCode(
  code: string,
  transaction?: ClientSession,
): Promise<Master | null> {
  return await UserModel.findOne(
    { spondorshipCode: code, ...OPEN_ACCOUNT },
    "name lastname entityName link_id",
  )
    .session(transaction ?? null)
    .lean<Master>();
}
