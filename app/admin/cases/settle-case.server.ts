/** What an administrator does about a case that no other page of the back-office ends. */
import { enqueue, isIdle, wakeJob } from "@jobs/queue";
import { trusted, Types, type ClientSession } from "mongoose";
import { CaseChargeModel } from "@models/case-charge";
import { CaseSettlementModel, type CaseSettlement } from "@models/case-settlement";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { queueMailAgain } from "~/bookings/mail/mails-again.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { earliestCompared } from "~/payments/compare-ledger.server";
import { syncAccount } from "~/payments/connected-account.server";
import { isInvalidRequest } from "~/payments/gateway.server";
import { centsSettledWith } from "~/payments/payment-cases.server";
import { readPayment } from "~/payments/read-payment.server";
import { whilePutAway } from "~/payments/refund-claim.server";
import { mailRestricted } from "~/payments/restriction-mail.server";
import { inTransaction } from "~/platform/database.server";
import { BODY_OF_MAIL } from "~/platform/mail/mail.server";
import { formatEuros } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import {
  confirmActor,
  isOwnMatter,
  leavesOwnMatter,
  mayAct,
  type Actor,
} from "../audit/actor.server";
import { recordAct, type Act } from "../audit/record-act.server";
import { CASE_KIND_LABELS, kindOfKey } from "../words/case-kinds";
import { caseFile, type CaseRecord } from "./case-record.server";
import { isPutAway } from "./find-cases.server";
import { stillStands } from "./mail-standing.server";

interface Settling {
  actor: Actor;
  key: string;
  now: Date;
}

interface Confirmed {
  /** The administrator's own. */
  password: string | undefined;
}

/** Writes what is done into the log with it. */
async function act(
  { actor, key, now }: Settling,
  said: Pick<Act, "act" | "why" | "before" | "after">,
  also: (transaction: ClientSession) => Promise<unknown>,
): Promise<void> {
  await inTransaction(async (transaction) => {
    await recordAct({ actor, target: key, at: now, ...said }, transaction);
    await mayAct(actor, "cases.settle", transaction);
    await also(transaction);
  });
}

const nothing = () => Promise.resolve();

/** The case, of a kind that this can be done about. @throws Refusal("not_found" | "password_required" | …) */
async function opened(
  { actor, key, now }: Settling,
  can: (file: CaseRecord) => boolean,
  confirmed?: Confirmed,
): Promise<CaseRecord> {
  const file = await caseFile(key, now);
  if (!can(file)) throw new Refusal("not_found");
  if (confirmed && file.movesMoney) await confirmActor(actor, confirmed.password, now);
  return file;
}

/**
 * Puts a case away, for as long as it stays what it is. The cents of a refund go to the card no more then, for good; while
 * Stripe has yet to say what became of that refund, nobody can.
 *
 * @param request.seen what it was when its page was read, as `caseFile` says: what it has become since is not put
 * away with it
 * @throws Refusal("not_found" | "case_changed" | "refund_under_way" | "password_required" | "wrong_password" | "too_many" |
 *   "forbidden" | "own_matter")
 */
export async function settleCase({
  why,
  password,
  seen: shown,
  ...settling
}: Settling & Confirmed & { why: string; seen: string | undefined }): Promise<void> {
  const file = await opened(settling, () => true, { password });
  const { id, kind, mark, seen } = file;
  if (seen !== shown) throw new Refusal("case_changed");
  const { actor, key, now } = settling;
  const admin = new Types.ObjectId(actor.id);
  const before = CASE_KIND_LABELS[kind].one;
  const settle = () =>
    act(settling, { act: "case.settle", why, before }, async (transaction) => {
      await leavesOwnMatter(actor, ownIn(file, actor), "cases.settle", transaction);
      // Pressed twice, or by two: what was paid by hand would count twice, and the first reason be gone.
      if (await isPutAway(file, transaction)) throw new Refusal("case_changed");
      const cents = kind === "payment" ? await centsSettledWith(id, mark, transaction) : null;
      const settled = { mark, admin, why, at: now, ...cents };
      await putAway(key, settled, transaction);
    });
  await (kind === "payment" ? whilePutAway(id, settle) : settle());
}

/** Whether a case is about the money of whoever looks, and somebody else may put it away: it is not offered to them. */
export async function isOwnCase(
  actor: Pick<Actor, "id">,
  file: Pick<CaseRecord, "concerned">,
): Promise<boolean> {
  return await isOwnMatter(actor, ownIn(file, actor), "cases.settle", null);
}

const ownIn = ({ concerned }: Pick<CaseRecord, "concerned">, { id }: Pick<Actor, "id">) =>
  concerned.find((one) => one === id);

async function putAway(
  key: string,
  settled: Omit<CaseSettlement, "_id">,
  transaction: ClientSession,
): Promise<void> {
  await CaseSettlementModel.updateOne(
    { _id: key },
    { $set: settled },
    { upsert: true, session: transaction },
  );
  await CaseChargeModel.deleteOne({ _id: key }, { session: transaction });
  if (kindOfKey(key) !== "mail") return;
  const _id = key.slice("mail:".length);
  // A colleague may have sent it again since. Nobody sends it again after this.
  const dead = { _id, status: "failed" } as const;
  const away = { $set: { putAway: true }, $unset: BODY_OF_MAIL } as const;
  const { matchedCount } = await MailModel.updateOne(dead, away, { session: transaction });
  if (matchedCount === 0) throw new Refusal("case_changed");
}

/**
 * Has a job that failed take its next turn now. One that is late has nobody to take it, or to end it: its case would go with the
 * moment that it was due at, and nothing be done.
 *
 * @throws Refusal("not_found" | "password_required" | "wrong_password" | "too_many" | "forbidden" | "job_at_work")
 */
export async function wakeStoppedJob({
  password,
  ...settling
}: Settling & Confirmed): Promise<void> {
  const { title, id } = await opened(settling, ({ kind, isLate }) => kind === "job" && !isLate, {
    password,
  });
  await act(settling, { act: "job.wake", before: title }, async () => {
    if (!(await isIdle(id))) throw new Refusal("job_at_work");
  });
  // After the commit: what is refused there wakes nothing. Who is at work by now took its turn already.
  await wakeJob(id, settling.now);
}

/**
 * Tries once more to bring a mail to its reader. One about a reservation is made anew of what is true now, as from the
 * reservation's own page, and the dead one put away; another is sent as it was written,
 * if that is still true.
 *
 * @throws Refusal("not_found" | "forbidden" | "mail_erased" | "mail_outdated" | "mail_once")
 */
export async function resendDeadMail(settling: Settling): Promise<void> {
  const { id, mark, isBodyGone } = await opened(settling, ({ kind }) => kind === "mail");
  if (isBodyGone) throw new Refusal("mail_erased");
  const { actor, key, now } = settling;
  // Its subject may name somebody, and the log is for good: the mail's id alone is in it.
  await act(settling, { act: "mail.resend" }, async (transaction) => {
    const dead = { _id: id, status: "failed", putAway: trusted({ $exists: false }) } as const;
    const mail = await MailModel.findOne(dead, "key about createdAt").session(transaction).lean();
    // Somebody else was first, or it went.
    if (!mail) throw new Refusal("not_found");
    const { about } = mail;
    const reservation =
      about !== undefined && (await ReservationModel.findById(about).session(transaction).lean());
    if (reservation) {
      await queueMailAgain({ reservation, mailId: id, now }, transaction);
      const settled = { mark, admin: new Types.ObjectId(actor.id), why: "E-mail renvoyé", at: now };
      await putAway(key, settled, transaction);
      return;
    }
    if (!(await stillStands(mail, now, transaction))) throw new Refusal("mail_outdated");
    const { matchedCount } = await MailModel.updateOne(
      { ...dead, text: trusted({ $exists: true }) },
      // Tried as often as a new one: with those that it had, the first refusal would end it again.
      { $set: { status: "queued", attempts: 0, nextAttemptAt: now, requeuedAt: now } },
      { session: transaction },
    );
    if (matchedCount === 0) throw new Refusal("mail_erased");
  });
  await enqueue("send-mails");
}

/**
 * Writes to an owner whom Stripe does not pay any more, once for each time, or again where that did not arrive.
 *
 * @throws Refusal("not_found" | "forbidden" | "owner_told")
 */
export async function tellOwner(settling: Settling): Promise<void> {
  const { id } = await opened(settling, ({ kind }) => kind === "owner");
  await act(settling, { act: "case.tell-owner" }, (transaction) => mailRestricted(id, transaction));
  await enqueue("send-mails");
}

/**
 * Asks Stripe again: about the payment or the account of the case, or, where it is a difference, about its reservation and for
 * the whole comparison. A difference or an account that is none any more, or limited no more, ends its case by itself.
 *
 * @returns what there is to say
 * @throws Refusal("not_found" | "forbidden" | "unavailable")
 */
export async function readCaseAtStripe(settling: Settling): Promise<string> {
  const { kind, id, paymentIntentId } = await opened(
    settling,
    (file) => file.kind === "ledger" || file.kind === "owner" || file.paymentIntentId !== null,
  );
  const told =
    paymentIntentId !== null
      ? await paymentAtStripe(paymentIntentId)
      : kind === "owner"
        ? await accountAtStripe(id)
        : await differenceAtStripe(id, settling.now);
  await act(settling, { act: "case.read-stripe", after: told }, nothing);
  if (kind === "ledger") await enqueue("compare-ledger");
  return told;
}

/**
 * Writes down what the ledger lacks of the difference's reservation, where that is known, and gives back what an attempt took that
 * was given up; the comparison then goes over it.
 */
async function differenceAtStripe(differenceId: string, now: Date): Promise<string> {
  const fields = "reservation record paymentIntentId at";
  const difference = await LedgerDifferenceModel.findById(differenceId, fields).lean();
  if (!difference) throw new Refusal("not_found");
  const { reservation, record = reservation, paymentIntentId, at } = difference;
  const told = record ? "Le registre de la réservation est relu. " : "";
  // Its payment may be none of the record's own: nobody else would ask about that.
  const mentioned = paymentIntentId === undefined ? undefined : { paymentIntentId };
  if (record) await syncReservation(record.toString(), { mentioned, now });
  return at < earliestCompared(now)
    ? `${told}La comparaison avec Stripe repart, mais ne revient pas sur un mouvement si ancien\u00a0: classez le dossier une fois vu.`
    : `${told}La comparaison avec Stripe repart. Le dossier s’en va de lui-même si tout concorde.`;
}

async function accountAtStripe(ownerId: string): Promise<string> {
  const owner = await UserModel.findById(ownerId, "accountId").lean();
  if (!owner?.accountId) throw new Refusal("not_found");
  const status = await syncAccount(owner.accountId);
  return status === "restricted"
    ? "Chez Stripe\u00a0: le compte est toujours limité."
    : "Chez Stripe\u00a0: le compte n’est plus limité.";
}

async function paymentAtStripe(paymentIntentId: string): Promise<string> {
  try {
    const { charge, refunded } = await readPayment({ paymentIntentId });
    if (!charge || charge.captured === 0) return "Chez Stripe\u00a0: rien n’a été débité.";
    return `Chez Stripe\u00a0: ${formatEuros(charge.captured)} payés, ${formatEuros(refunded)} rendus.`;
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    return "Stripe ne connaît pas ce paiement.";
  }
}
