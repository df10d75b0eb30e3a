import { randomInt } from "node:crypto";
import { Types } from "mongoose";
import { discardProvisional } from "@models/provisional-account";
import { UserModel } from "@models/user";
import { isCommonPassword } from "~/accounts/common-passwords.server";
import { emailField } from "~/accounts/email-address";
import { passwordProblem } from "~/accounts/password-rules";
import { hashPassword } from "~/accounts/password.server";
import { makeTag } from "~/accounts/tag";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { CONSOLE } from "./audit/actor.server";
import { recordAct } from "./audit/record-act.server";
import { kindOf } from "./words/person";
import { ROLE_LABELS } from "./words/roles";

export interface NewAdmin {
  name: string;
  lastname: string;
  email: string;
  password: string;
}

/**
 * Makes a super-admin, verified from the start: whoever can run this already holds the keys. A signup with the
 * address that nobody ever verified gives way. The audit log says that it was made from the console.
 *
 * @returns null when done, else why not, in French.
 */
export async function createAdminAccount(admin: NewAdmin, now: Date): Promise<string | null> {
  const address = emailField().safeParse(admin.email);
  if (!address.success) return "Saisissez une adresse e-mail au format nom@domaine.fr";
  const email = address.data;
  const problem = passwordProblem(admin.password, email, isCommonPassword);
  if (problem) return problem;
  const user = {
    _id: new Types.ObjectId(),
    tag: makeTag(admin.name, admin.lastname, randomInt),
    name: admin.name,
    lastname: admin.lastname,
    email,
    passwordHash: await hashPassword(admin.password),
    isAdmin: true,
    adminRole: "super-admin" as const,
    isVerified: true,
  };
  try {
    await inTransaction(async (transaction) => {
      const target = user._id.toString();
      const after = `${kindOf(user)}, ${ROLE_LABELS[user.adminRole]}`;
      await recordAct({ actor: CONSOLE, act: "user.create", target, after, at: now }, transaction);
      await discardProvisional(email, transaction);
      await UserModel.create([user], { session: transaction });
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return "Un compte existe déjà à cette adresse.";
  }
  return null;
}
