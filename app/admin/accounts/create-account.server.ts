import { randomInt } from "node:crypto";
import mongoose, { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { AdminRole } from "@models/enumerations";
import { discardProvisional } from "@models/provisional-account";
import { UserModel, type User } from "@models/user";
import { makeLiaisonCode } from "~/accounts/liaison-code";
import { hashPassword, verifyPassword } from "~/accounts/password.server";
import { INVITATION_DAYS, newReset } from "~/accounts/reset-link.server";
import { makeTag } from "~/accounts/tag";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { makeToken } from "~/platform/token.server";
import { confirmActor, mayAct, type Actor } from "../audit/actor.server";
import { isDoneBefore } from "../audit/done-before.server";
import { recordAct } from "../audit/record-act.server";
import { kindOf } from "../words/person";
import { ROLE_LABELS } from "../words/roles";
import type { NewAccount } from "./forms";
import { mailInvitation } from "./invitation-mail.server";

/** Two equal tags or codes: the account is made anew with others. */
const ATTEMPTS = 5;

/** Of an administrator whose role nobody has said. */
const LEAST_ROLE: AdminRole = "lecture";

/** So long whoever had no answer may send the form again: an account that was made already is theirs. */
const AGAIN_MS = 10 * 60_000;

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
 * Sent again, the same form is the account that it made.
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
      if (isAboutEmail(error)) return await madeBefore(creation);
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * The account that the same form made, whose answer was lost.
 *
 * @throws Refusal("email_taken") of another's address
 */
async function madeBefore(creation: Creation): Promise<string> {
  const { actor, account, now } = creation;
  const user = await UserModel.findOne(profileOf(account), "passwordHash").lean();
  const target = user?._id.toString() ?? "";
  const deed = {
    actor,
    act: "user.create",
    target,
    after: standingText(creation),
    at: now,
  } as const;
  const { password } = account;
  const isSame =
    password === undefined || (user && (await verifyPassword(user.passwordHash, password)));
  if (isSame && (await isDoneBefore(deed, null, AGAIN_MS))) return target;
  throw new Refusal("email_taken", { field: "email" });
}

/** What is stored of an account as it was said. */
function profileOf(account: Creation["account"]) {
  const { password: _password, withoutRna: _withoutRna, adminRole: _role, ...profile } = account;
  return profile;
}

async function store(
  creation: Creation,
  passwordHash: string,
  transaction: ClientSession,
): Promise<string> {
  const { actor, account, as, now } = creation;
  const profile = profileOf(account);
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
  const after = standingText(creation);
  const id = _id.toString();
  await recordAct({ actor, act: "user.create", target: id, after, at: now }, transaction);
  await mayAct(actor, as === "admin" ? "admins.manage" : "people.create", transaction);
  const link = { token, expiresAt: user.reset.expiresAt };
  const hasPassword = account.password !== undefined;
  await mailInvitation(user, { ...link, hasPassword }, transaction);
  return id;
}

/** 'Entreprise', 'Master, Commune', 'Administration, Support'. */
function standingText({ account, as }: Pick<Creation, "account" | "as">): string {
  const kind = kindOf({ ...account, isAdmin: as === "admin" });
  if (as === "master") return `Master, ${kind}`;
  return as === "admin" ? `${kind}, ${ROLE_LABELS[account.adminRole ?? LEAST_ROLE]}` : kind;
}

function invitationEnd(now: Date): Date {
  return addMinutes(now, INVITATION_DAYS * DAY_MINUTES);
}

/** Whether a duplicate key is an e-mail address. */
function isAboutEmail(error: unknown): boolean {
  return (
    error instanceof mongoose.mongo.MongoServerError &&
    (Object.hasOwn(Object(error.keyPattern) as object, "email") ||
      error.message.includes("email_1"))
  );
}
