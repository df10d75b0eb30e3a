import { randomInt } from "node:crypto";
import { z } from "zod";
import { UserModel } from "@models/user";
import { isCommonPassword } from "~/accounts/common-passwords.server";
import { passwordProblem } from "~/accounts/password-rules";
import { hashPassword } from "~/accounts/password.server";
import { makeTag } from "~/accounts/tag";
import { isDuplicateKey } from "~/platform/database.server";

export interface NewAdmin {
  name: string;
  lastname: string;
  email: string;
  password: string;
}

const address = z.string().trim().toLowerCase().email();

/**
 * Makes a super-admin, verified from the start: whoever can run this already holds the keys.
 *
 * @returns null when done, else why not, in French.
 */
export async function createAdminAccount(admin: NewAdmin): Promise<string | null> {
  const email = address.safeParse(admin.email);
  if (!email.success) return "Saisissez une adresse e-mail au format nom@domaine.fr";
  const problem = passwordProblem(admin.password, email.data, isCommonPassword);
  if (problem) return problem;
  try {
    await UserModel.create({
      tag: makeTag(admin.name, admin.lastname, randomInt),
      name: admin.name,
      lastname: admin.lastname,
      email: email.data,
      passwordHash: await hashPassword(admin.password),
      isAdmin: true,
      adminRole: "super-admin",
      isVerified: true,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return "Un compte existe déjà à cette adresse.";
  }
  return null;
}
