import { trusted, type ClientSession } from "mongoose";
import { UserModel, type User } from "@models/user";
import { endAccessTo } from "~/platform/api-token.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import { makeToken } from "~/platform/token.server";
import { countCodeTry, type Asker } from "./code-tries.server";
import { answerAtStep } from "./answer-step.server";
import { rememberDevice } from "./known-device.server";
import { OPEN_ACCOUNT } from "./keep-account-open.server";
import { hashPassword } from "./password.server";
import {
  forgetPendingEmail,
  isKeyOf,
  readPendingEmail,
  type PendingEmail,
} from "./pending-email.server";
import { newReset } from "./reset-link.server";
import { isCodeOf, type Verification } from "./verification-code.server";
import { readVerificationLink, type MailedLink } from "./verification-link.server";

/** A verified e-mail, and the page that comes next. */
export interface VerifiedEmail {
  userId: string;
  /** `/` with a session; `/connexion` without one; or a page to choose a password. */
  next: string;
  /** What to tell. */
  message: string;
}

const EMAIL_VERIFIED = "E-mail vérifié avec succès";
const LOG_IN_NEXT = `${EMAIL_VERIFIED}. Connectez-vous avec le mot de passe choisi à l’inscription.`;
const MASTER_WAITS = `${EMAIL_VERIFIED}. Un administrateur examine votre soumission\u00a0; sa réponse vous parviendra par e-mail.`;
const ALREADY_VERIFIED = "E-mail déjà vérifié. Connectez-vous pour continuer.";
const ALREADY_TAKEN =
  "E-mail déjà vérifié. Demandez un lien pour choisir votre mot de passe, s’il n’est pas encore choisi.";
const CHOOSE_PASSWORD = `${EMAIL_VERIFIED}. Choisissez votre mot de passe.`;

/** What was entered, and the mailed link that the page was opened by. */
interface Entered {
  code: string;
  email?: string;
  lien?: string;
}

type Accepted = Pick<VerifiedEmail, "next" | "message">;

interface Surroundings {
  request: Request;
  session: RequestSession;
  ip: string;
  now: Date;
}

type Account = Pick<User, "_id" | "email" | "isVerified" | "masterStatus"> & {
  verification: Verification;
};

/** One whose code may be forgotten by now. */
type VerifiedAccount = Omit<Account, "verification"> & Partial<Account>;

const LOOKED_AT = "email isVerified masterStatus verification";

/** The account whose address is verified, if anybody may log in to it or waits to. */
const verified = (email: string) => ({
  ...{ email, isVerified: true, ...OPEN_ACCOUNT },
  masterStatus: trusted({ $ne: "refused" as const }),
});

/**
 * Checks the code that an account was mailed: the account of the address entered or, without one, of the
 * mailed link, the session, or the browser's pending e-mail.
 *
 * The password that was chosen at signup stays. In the browser that signed up, or is logged in, the code
 * starts a session; in another one it proves that someone reads the mailbox, and the password is asked for
 * next. One password goes: that of a signup which took the place of this browser's own with the same
 * address, for it is somebody else's, who must not share the account; another one must be chosen.
 *
 * The code of an address that is verified already leads on who has proved that it is theirs, by a second press of what verified it.
 *
 * @throws Refusal("verification_failed"), Refusal("address_missing") when nothing tells whose code it is,
 *   Refusal("too_many") when the browser's tries are spent
 */
export async function verifyEmail(
  { code, email, lien }: Entered,
  { request, session, ip, now }: Surroundings,
): Promise<VerifiedEmail> {
  const asker: Asker = {
    viewer: session.present ? await session.viewer() : null,
    pending: await readPendingEmail(request),
    link: readVerificationLink(lien),
    ip,
  };
  const addresses = addressesOf(asker, email);
  if (addresses.length === 0) throw new Refusal("address_missing", { field: "email" });
  // Counted before it is looked at: guesses at once count like guesses in a row.
  await countCodeTry(asker, email);
  const account = await answerAtStep(async () => {
    const found =
      (await accountWithCode(code, addresses, asker, now)) ??
      (await verifiedBefore(code, addresses, asker, now));
    if (!found) throw new Refusal("verification_failed", { field: "code" });
    return found;
  });
  const userId = account._id.toString();
  if (account.isVerified) return { userId, ...(await leadOnIn(session, account, asker)) };
  let accepted: Accepted;
  try {
    accepted = await accept(account, asker, session, now);
  } catch (error) {
    // The other one of two presses was faster.
    const isRefused = error instanceof Refusal && error.code === "verification_failed";
    const before = isRefused && (await verifiedBefore(code, [account.email], asker, now));
    if (!before) throw error;
    return { userId, ...(await leadOnIn(session, before, asker)) };
  }
  session.setCookie(await forgetPendingEmail());
  if (accepted.next === "/") {
    for (const copy of await rememberDevice(request, account.email)) session.setCookie(copy);
  }
  return { userId, ...accepted };
}

/** Whose code it may be, the likeliest first: two after a code was asked for at another address than signup's. */
function addressesOf({ viewer, pending, link }: Asker, email: string | undefined): string[] {
  const said = email ?? link?.email ?? viewer?.email;
  if (said !== undefined) return [said];
  return [...new Set([pending?.email, pending?.signedUp])].filter((one) => one !== undefined);
}

async function accountWithCode(
  code: string,
  addresses: readonly string[],
  asker: Asker,
  now: Date,
): Promise<Account | null> {
  for (const email of addresses) {
    const account = await UserModel.findOne(
      {
        email,
        isVerified: false,
        masterStatus: trusted({ $ne: "refused" as const }),
        ...OPEN_ACCOUNT,
        "verification.expiresAt": trusted({ $gt: now }),
      },
      LOOKED_AT,
    ).lean<Account>();
    if (!account || !(await mayTry(account, asker))) continue;
    if (isCodeOf(code, account._id, account.verification)) return account;
  }
  return null;
}

/**
 * The account whose address this very code has verified, for those alone who have proved that it is theirs: the browser
 * that signed up, or is logged in, for as long as the code was good, and whoever has the mail's button.
 */
async function verifiedBefore(
  code: string,
  addresses: readonly string[],
  asker: Asker,
  now: Date,
): Promise<Account | null> {
  for (const email of addresses) {
    const account = await UserModel.findOne(verified(email), LOOKED_AT).lean<VerifiedAccount>();
    if (!account) continue;
    const { _id, verification } = account;
    const isFresh = verification !== undefined && verification.expiresAt > now;
    const isMailed = asker.link?.email === email;
    // A new code may have been asked for on the page of the mail's button.
    const seeds = [
      isMailed && asker.link?.seed,
      isFresh && (isMailed || isOwn({ _id, verification }, asker)) && verification.seed,
    ].filter((seed): seed is string => typeof seed === "string");
    if (seeds.some((seed) => isCodeOf(code, _id, { seed }))) return account as Account;
  }
  return null;
}

/**
 * Where whoever has the mail goes on whose link is of an address that is verified by now, and who is not logged in; null
 * where it is not.
 */
export async function leadByLink(
  { email }: MailedLink,
  pending: PendingEmail | null,
): Promise<Accepted | null> {
  const account = await UserModel.findOne(verified(email), LOOKED_AT).lean<VerifiedAccount>();
  return account && leadOn(account, { viewer: null, pending });
}

/** As `leadOn`: the press that was faster has put a session in the place of the one that both came with. */
async function leadOnIn(
  session: RequestSession,
  account: VerifiedAccount,
  { viewer, pending }: Asker,
): Promise<Accepted> {
  const isStanding = viewer !== null && (await session.isStanding());
  return leadOn(account, { viewer: isStanding ? viewer : null, pending });
}

/** Where somebody goes on whose address is verified already. */
function leadOn(
  account: VerifiedAccount,
  { viewer, pending }: Pick<Asker, "viewer" | "pending">,
): Accepted {
  const { _id, masterStatus, verification } = account;
  if (_id.toString() === viewer?.id) return { next: "/", message: EMAIL_VERIFIED };
  if (masterStatus === "pending") return { next: "/connexion", message: MASTER_WAITS };
  // Whoever verified it, the password is none that this browser's holder knows.
  const isTaken =
    verification && isTakenFrom({ _id, email: account.email, verification }, { viewer, pending });
  if (isTaken) return { next: "/reinitialiser-mot-de-passe", message: ALREADY_TAKEN };
  return { next: "/connexion", message: ALREADY_VERIFIED };
}

/**
 * Counts a try of an account's code, beside the browser's own five (`countCodeTry`).
 *
 * Browsers are free to make, and so are codes (a signup, or a request for a new one, makes one). What
 * bounds guessing over all of them are twenty tries a day of an address by browsers that signed up with it,
 * who may be the guesser, and twenty by all others: 40 of 1,000,000, a chance of 1 in 25,000 a day, of
 * 1.5 % in a year without a pause, with as many mails to the holder. Neither of the two spends the other,
 * and none spends the tries of who opened the mailed link: past the bounds the mail's own button still works.
 */
async function mayTry(account: Account, asker: Asker): Promise<boolean> {
  if (asker.link?.seed === account.verification.seed) return true;
  if (isOwn(account, asker)) return await isWithinLimit("code_own", account.email);
  return await isWithinLimit("code_other", account.email);
}

/** Whether this browser signed the account up, or is logged in to it. */
function isOwn(
  { _id, verification }: Pick<Account, "_id" | "verification">,
  { viewer, pending }: Pick<Asker, "viewer" | "pending">,
): boolean {
  return _id.toString() === viewer?.id || isKeyOf(pending, verification.keyHash);
}

/** Whether this browser signed up with its address, and another one took the place of that signup. */
function isTakenFrom(
  account: Pick<Account, "_id" | "email" | "verification">,
  asker: Pick<Asker, "viewer" | "pending">,
): boolean {
  return !isOwn(account, asker) && asker.pending?.signedUp === account.email;
}

/** A session starts in the same transaction: an address that is verified without it would have no second code to start one. */
async function accept(
  account: Account,
  asker: Asker,
  session: RequestSession,
  now: Date,
): Promise<Accepted> {
  const isMaster = account.masterStatus === "pending";
  if (isOwn(account, asker) && !isMaster) {
    await session.startWith(account._id, (transaction) =>
      markVerified(account, { lastLogin: now }, transaction),
    );
    return { next: "/", message: EMAIL_VERIFIED };
  }
  if (isTakenFrom(account, asker)) return await dropPassword(account, now);
  await markVerified(account, {});
  return { next: "/connexion", message: isMaster ? MASTER_WAITS : LOG_IN_NEXT };
}

async function dropPassword(account: Account, now: Date) {
  const { token, reset } = newReset(account._id, now);
  // It is mailed to nobody: whose answer is lost may have the mail at once.
  reset.sentAt = addMinutes(now, -1);
  const passwordHash = await hashPassword(makeToken());
  // Never the one without the other: who took the signup over may be logged in to it.
  await inTransaction(async (transaction) => {
    await markVerified(account, { passwordHash, reset }, transaction);
    await endAccessTo(account._id, transaction);
  });
  return { next: `/reinitialisation-mot-de-passe/${token}`, message: CHOOSE_PASSWORD };
}

/**
 * A code serves once: whoever comes second with it is refused, or led on (`verifiedBefore`). It stays for that until its time is
 * over (`forgetCodes`).
 */
async function markVerified(
  { _id, verification }: Account,
  changes: Partial<User>,
  transaction: ClientSession | null = null,
): Promise<void> {
  const { modifiedCount } = await UserModel.updateOne(
    {
      ...{ _id, isVerified: false, "verification.seed": verification.seed },
      ...OPEN_ACCOUNT,
    },
    { $set: { isVerified: true, ...changes } },
  ).session(transaction);
  if (modifiedCount === 0) throw new Refusal("verification_failed", { field: "code" });
}
