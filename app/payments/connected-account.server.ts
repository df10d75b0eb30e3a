import { trusted, type QueryFilter } from "mongoose";
import Stripe from "stripe";
import { enqueue } from "@jobs/queue";
import type { StripeStatus } from "@models/enumerations";
import { updateAndRead } from "@models/engine";
import { UserModel, type User } from "@models/user";
import { STILL_OPEN } from "~/accounts/keep-account-open.server";
import { REQUIRED_IDENTITY_FIELDS, requireIdentity } from "~/accounts/require-identity";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { refreshListing } from "~/venues/refresh-listing.server";
import { ACCOUNT_PATH } from "./account-path";
import { saidOf, statusAfter, wasActive, wasLookedAt, type SaidOfAccount } from "./account-status";
import { callStripe, isAccountGone, refusalReason } from "./gateway.server";
import { holdAgain } from "./hold-payouts.server";
import { paysByItself } from "./payout-schedule";
import { queueRestrictionMail } from "./restriction-mail.server";
import { callUnderKey, keyTurn, type KeyTurn } from "./spent-keys.server";

/**
 * What owners do, told for them: the onboarding would ask private people for the website of their business. In Stripe's list
 * of categories 6513 is 'Real Estate Agents and Managers - Rentals', whoever lets premises; 7299 is for services that no
 * other category names.
 */
const BUSINESS = {
  mcc: "6513",
  product_description: "Location de lieux pour des événements, sur une place de marché.",
};

/**
 * The connected account of a user, made if there is none: one per user, whatever is clicked twice. What is
 * sent under its key never changes; the address follows.
 *
 * @throws Refusal("not_found" | "identity_incomplete" | "account_failed" | "unavailable")
 */
export async function ensureConnectedAccount(userId: string): Promise<string> {
  const fields = `email accountId ${REQUIRED_IDENTITY_FIELDS}`;
  const user = await UserModel.findById(userId, fields).lean();
  if (!user) throw new Refusal("not_found");
  if (user.accountId) return user.accountId;
  requireIdentity(user);
  return await makeAccount(userId, user.email, `acct:${userId}`);
}

/**
 * Makes a user's account anew where Stripe lets the platform see theirs no more: it was deleted, or they cut it off.
 *
 * @returns the new one; null: theirs is there
 * @throws Refusal("not_found" | "identity_incomplete" | "account_failed" | "unavailable")
 */
export async function replaceGoneAccount(userId: string, gone: string): Promise<string | null> {
  if (await retrieveAccount(gone)) return null;
  const user = await UserModel.findById(userId, `email ${REQUIRED_IDENTITY_FIELDS}`).lean();
  if (!user) throw new Refusal("not_found");
  requireIdentity(user);
  // Under the first one's key Stripe would give that one again.
  const account = await makeAccount(userId, user.email, `acct:${userId}:${gone}`, gone);
  logger.warn({ account, gone }, "account made anew");
  return account;
}

async function makeAccount(
  userId: string,
  email: string,
  key: string,
  gone?: string,
): Promise<string> {
  // Stripe gives the first answer again to whoever asks under the same key, however late.
  const reading = await beginReading(userId);
  const turn = await keyTurn(key);
  const account = await orAccountRefused(() => createAccount(userId, turn));
  // First of all theirs: long after this, Stripe would make another one under the same key.
  await saveAccount(reading, account, gone);
  await describeAccount(account.id, email);
  return account.id;
}

/** @throws what `callStripe` does; what Stripe says of a refusal is for whoever set the platform up, and names nobody */
async function createAccount(userId: string, turn: KeyTurn): Promise<Stripe.Account> {
  try {
    return await callUnderKey(turn, turn.of, (stripe, once) =>
      stripe.accounts.create(
        {
          country: "FR",
          business_profile: BUSINESS,
          controller: {
            fees: { payer: "application" },
            losses: { payments: "application" },
            stripe_dashboard: { type: "express" },
            requirement_collection: "stripe",
          },
          capabilities: { transfers: { requested: true } },
          metadata: { user: userId },
        },
        once,
      ),
    );
  } catch (error) {
    const said = refusedAccount(error);
    if (said)
      logger.error({ user: userId, said: said.message }, "Stripe refuses to make an account");
    throw error;
  }
}

/** Fills the address in for the onboarding; its holder may give another one there. */
async function describeAccount(accountId: string, email: string): Promise<void> {
  try {
    await callStripe((stripe) => stripe.accounts.update(accountId, { email }));
  } catch (error) {
    if (refusalReason(error) === null) throw error;
    logger.warn({ err: error, account: accountId }, "account without address");
  }
}

/**
 * Takes note of a connected account that was made for this user.
 *
 * @throws Refusal("forbidden") when the account is someone else's, Refusal("not_found") for none
 */
export async function saveConnectedAccount(userId: string, accountId: string): Promise<void> {
  const reading = await beginReading(userId);
  const account = await retrieveAccount(accountId);
  if (!account) throw new Refusal("not_found");
  if (account.metadata?.user !== userId) throw new Refusal("forbidden");
  const user = await UserModel.findById(userId, { accountId: 1 }).lean();
  if (!user) throw new Refusal("not_found");
  if (user.accountId && user.accountId !== accountId) throw new Refusal("forbidden");
  await saveAccount(reading, account);
}

/** The one-time address of Stripe's onboarding for an account. Send the browser there at once. */
export async function onboardingUrl(accountId: string): Promise<string> {
  const link = await callForAccount((stripe) =>
    stripe.accountLinks.create({
      account: accountId,
      type: "account_onboarding",
      return_url: `${env.APP_URL}${ACCOUNT_PATH}?retour=1`,
      refresh_url: `${env.APP_URL}${ACCOUNT_PATH}?expire=1`,
      collection_options: { fields: "eventually_due" },
    }),
  );
  return link.url;
}

/** The one-time address of the owner's own page at Stripe ('Consulter mon compte Stripe'). */
export async function accountLoginUrl(accountId: string): Promise<string> {
  const link = await callForAccount((stripe) => stripe.accounts.createLoginLink(accountId));
  return link.url;
}

/**
 * Asks Stripe what an account is able to and brings its owner and their venues in line. Of two readings at once the
 * one that began later counts.
 *
 * @returns the status that is written down by then, or null when the account is nobody's
 */
export async function syncAccount(accountId: string): Promise<StripeStatus | null> {
  const read = await readAccount(accountId);
  if (!read) return null;
  await read.write();
  const owner = await UserModel.findOne({ accountId }, { stripeStats: 1 }).lean();
  return owner?.stripeStats ?? null;
}

/** What Stripe says of an account, of which nothing is written down before `write`. */
export interface ReadAccount {
  /** Stripe no longer lets the platform see it. */
  isGone: boolean;
  write: () => Promise<void>;
}

/** @returns null when the account is nobody's */
export async function readAccount(accountId: string): Promise<ReadAccount | null> {
  // Read before Stripe is asked: it is no news that it paid out by itself until it was told not to.
  const owner = await UserModel.findOne({ accountId }, { payoutHold: 1 }).lean();
  if (!owner) return null;
  const reading = await beginReading(owner._id.toString());
  const account = await retrieveAccount(accountId);
  const isLetGo = owner.payoutHold === "held" && account !== null && paysByItself(account);
  const write = async () => {
    if (isLetGo) await holdAgain(accountId);
    await saveSaid(reading, accountId, saidOf(account));
  };
  return { isGone: account === null, write };
}

/** A question to Stripe about the account of a user: of two, the one with the higher number began later. */
interface Reading {
  userId: string;
  number: number;
}

/** @throws Refusal("not_found") */
async function beginReading(userId: string): Promise<Reading> {
  // Nothing is less than a number that is not there.
  const counted = { "accountReadings.begun": 1, "accountReadings.written": 0 };
  const at = { "accountReadings.at": new Date() };
  const user = await inTransaction((session) =>
    updateAndRead<User>(
      UserModel,
      { _id: userId },
      { $inc: counted, $set: at },
      { session, fields: "accountReadings" },
    ),
  );
  if (!user) throw new Refusal("not_found");
  return { userId, number: user.accountReadings!.begun };
}

/**
 * Makes an account a user's where they have none, or the one that is gone, with what was read of it: numbers tell of readings
 * of one account alone.
 */
async function saveAccount(
  reading: Reading,
  account: Stripe.Account,
  gone?: string,
): Promise<void> {
  const isNew = await writeReading(
    reading,
    { accountId: gone ?? trusted({ $exists: false }) },
    account.id,
    saidOf(account),
  );
  // It is theirs already, or another one is by now.
  if (!isNew) await saveSaid(reading, account.id, saidOf(account));
}

/**
 * Writes down what a reading of a user's account found, unless one that began later was written down already, or they
 * have another one by now.
 */
async function saveSaid(reading: Reading, accountId: string, said: SaidOfAccount): Promise<void> {
  const isLater = { "accountReadings.written": trusted({ $lt: reading.number }) };
  await writeReading(reading, { accountId, ...isLater }, accountId, said);
}

/**
 * Tells an owner whom Stripe does not pay any more, and one who had nothing to send until it asks for something. Who is banned, and cannot look at why, is told once the ban is taken back.
 *
 * @returns false when the user is not as is asked, or closed their account meanwhile
 */
async function writeReading(
  { userId, number }: Reading,
  filter: QueryFilter<User>,
  accountId: string,
  said: SaidOfAccount,
): Promise<boolean> {
  const written = await inTransaction(async (session) => {
    const user = await UserModel.findOne({ _id: userId, ...filter, ...STILL_OPEN }, TOLD)
      .session(session)
      .lean();
    if (!user) return null;
    const known = user.accountId === accountId ? user : {};
    const stripeStats = statusAfter(known, said);
    const isChanged = stripeStats !== user.stripeStats;
    const isAsked = stripeStats === "restricted" && wasLookedAt(known) && !said.isLookedAt;
    const isNews = isChanged || isAsked;
    const stripeStatsAt = isNews ? new Date() : user.stripeStatsAt;
    const latest = Math.max(number, user.accountReadings?.written ?? 0);
    const readings = {
      "accountReadings.written": latest,
      "accountReadings.isLookedAt": said.isLookedAt,
      "accountReadings.wasActive": wasActive(known) || said.status === "active",
    };
    await UserModel.updateOne(
      { _id: userId },
      {
        $set: { accountId, stripeStats, ...(isNews && { stripeStatsAt }), ...readings },
        // It was said of the account before: Stripe pays out what is on this one.
        ...(user.accountId !== accountId && { $unset: { payoutHold: 1, payoutsBefore: 1 } }),
      },
      { session },
    );
    const isLimited = isNews && stripeStats === "restricted";
    if (isChanged) await refreshListing(userId, session);
    if (isLimited && !user.bannedAt) {
      await queueRestrictionMail({ ...user, stripeStatsAt }, said, session);
    }
    return { isChanged, isLimited };
  });
  if (written?.isChanged) await bumpContentVersion({ owners: [userId] });
  if (written?.isLimited) await enqueue("send-mails");
  return written !== null;
}

const TOLD = "accountId stripeStats stripeStatsAt accountReadings name email bannedAt";

/** The account, or null when Stripe no longer lets the platform see it. */
async function retrieveAccount(accountId: string): Promise<Stripe.Account | null> {
  try {
    return await callStripe((stripe) => stripe.accounts.retrieve(accountId));
  } catch (error) {
    if (!isAccountGone(error)) throw error;
    return null;
  }
}

async function callForAccount<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  return await orAccountRefused(() => callStripe(call));
}

async function orAccountRefused<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (refusedAccount(error)) throw new Refusal("account_failed", { cause: error });
    throw error;
  }
}

function refusedAccount(error: unknown): Error | null {
  const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
  const isRefused =
    error instanceof StripeInvalidRequestError || error instanceof StripePermissionError;
  return isRefused ? error : null;
}
