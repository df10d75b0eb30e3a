import { UserModel, type User } from "@models/user";
import { createUser } from "./fixtures";
import { Visitor } from "./visitor";

/** As an administrator's session is after the second step of the login; of no use to others. */
export const PROVED = { secondFactorAt: new Date("2026-01-01T00:00:00Z") };

export interface Member {
  user: User;
  id: string;
  visitor: Visitor;
}

/** An account of which someone is logged in. */
export async function loggedIn(user: User): Promise<Member> {
  const visitor = new Visitor();
  await visitor.context().session.start(user._id, PROVED);
  return { user, id: user._id.toString(), visitor };
}

/** A new account, logged in. */
export async function newMember(fields: Partial<User> = {}): Promise<Member> {
  return await loggedIn(await createUser(fields));
}

/** An account as it is stored now. */
export async function storedUser(id: string): Promise<User | null> {
  return await UserModel.findById(id).lean();
}
