import { randomInt } from "node:crypto";
import mongoose, { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { AdminRole } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { makeLiaisonCode } from "~/accounts/liaison-code";
import { hashPassword } from "~/accounts/password.server";
import { INVITATION_DAYS, newReset } from "~/accounts/reset-link.server";
import { makeTag } from "~/accounts/tag";
import { discardProvisional } from "~/accounts/provisional-account.server";
import { inTransaction, isDuplicateKey } from "~/platform/database.server";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { makeToken } from "~/platform/token.server";
import { confirmActor, mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { kindOf } from "../words/person";
import { ROLE_LABELS } from "../words/roles";
import type { NewAccount } from "./forms";
import { mailInvitation } from "./invitation-mail.server";

/** Two equal tags or codes: the account is made anew with others. */
const ATTEMPTS = 5;

/** Of an administrator whose role nobody has said. */
const LEAST_ROLE: AdminRole = "lecture";

type Standing = "user" | "master" | "admin";

interface Creation {
  actor: Actor;
  /** What is said of the account; an administrator is a name and an address alone. */
  account: Pick<NewAccount, "name" | "lastname" | "email" | "password"> &
    Partial<NewAccount> & { adminRole?: AdminRole };
  as: Standing;
  /** The super-admin's own, for an administrator's account alone; not needed for a while once given. */
  currentPassword?: string | undefined;
  now: Date;
}

/**
 * Makes an account for somebody, who is sent a link to choose a password; until then nobody can log in,
 * unless a password was given. The link proves the address, and who gives a password vouches for it, so the account counts
 * as verified. A master is validated from the start. A signup with the address that nobody ever verified gives way.
 *
 * @returns the account's id
 * @throws Refusal("email_taken" | "forbidden" | "unavailable"), and of an administrator's "password_required" |
 *   "wrong_password" | "too_many"
 */
export async function createAccount(creation: Creation): Promise<string> {
  const { password } = creation.account;
  if (creation.as === "admin") {
    await confirmActor(creation.actor, creation.currentPassword, creation.now);
  }
  const passwordHash = await hashPassword(password ?? makeToken());
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = await inTransaction((transaction) => store(creation, passwordHash, transaction));
      await enqueue("send-mails");
      return id;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (isAbout(error, "email")) throw new Refusal("email_taken", { field: "email" });
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function store(
  { actor, account, as, now }: Creation,
  passwordHash: string,
  transaction: ClientSession,
): Promise<string> {
  const { password, withoutRna: _withoutRna, adminRole: _role, ...profile } = account;
  const _id = new Types.ObjectId();
  const { token, reset } = newReset(_id, now);
  const user = {
    ...profile,
    _id,
    tag: makeTag(profile.name, profile.lastname, randomInt),
    passwordHash,
    isAdmin: as === "admin",
    ...(as === "admin" && { adminRole: account.adminRole ?? LEAST_ROLE }),
    isVerified: true,
    ...(as === "master" && {
      masterStatus: "validated" as const,
      spondorshipCode: makeLiaisonCode(randomInt),
    }),
    reset: { ...reset, expiresAt: invitationEnd(now) },
    createdAt: now,
  } satisfies Partial<User>;
  await discardProvisional(user.email, transaction);
  await UserModel.create([user], { session: transaction });
  const after = standingText(as, user);
  const id = _id.toString();
  await recordAct({ actor, act: "user.create", target: id, after, at: now }, transaction);
  await mayAct(actor, as === "admin" ? "admins.manage" : "people.create", transaction);
  await mailInvitation(user, { token, hasPassword: password !== undefined }, transaction);
  return id;
}

/** 'Entreprise', 'Master, Commune', 'Administration, Support'. */
function standingText(as: Standing, user: Parameters<typeof kindOf>[0] & Pick<User, "adminRole">) {
  const kind = kindOf(user);
  if (as === "master") return `Master, ${kind}`;
  return user.adminRole ? `${kind}, ${ROLE_LABELS[user.adminRole]}` : kind;
}

function invitationEnd(now: Date): Date {
  return addMinutes(now, INVITATION_DAYS * DAY_MINUTES);
}

/** Whether a duplicate key is one of this field. */
function isAbout(error: unknown, field: string): boolean {
  return (
    error instanceof mongoose.mongo.MongoServerError &&
    (Object.hasOwn(Object(error.keyPattern) as object, field) ||
      error.message.includes(`${field}_1`))
  );
}
