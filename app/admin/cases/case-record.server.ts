import { createHash } from "node:crypto";
import { jobsCollection } from "@jobs/queue";
import { trusted, Types } from "mongoose";
import { LedgerDifferenceModel, type LedgerDifference } from "@models/ledger-difference";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { MailModel, type Mail } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { mailAgain, whyNotAgain } from "~/bookings/mail/mails-again.server";
import { earliestCompared } from "~/payments/compare-ledger.server";
import { MOVEMENT_LABELS } from "~/payments/ledger-sums";
import { REFUND_CASES } from "~/payments/payment-cases.server";
import { standingTelling, tellingsOf } from "~/payments/restriction-mail.server";
import { formatInstant, todayInParis } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { formatEuros } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { actsOn, type AuditLine } from "../journal/list-audit.server";
import { ageText, CASE_PERMISSIONS, idOfKey } from "./case-file";
import { deadlineText } from "~/rules/deadline-words";
import { kindOfKey, type CaseKind } from "../words/case-kinds";
import { findCase } from "./find-cases.server";
import { isLate, type StoppedJob } from "./find-stopped.server";
import { jobMovesMoney } from "./job-words.server";
import { stillStands } from "./mail-standing.server";

const ACTS_SHOWN = 20;
const LINES_SHOWN = 50;

/** What is known of a case by its own kind. */
interface CaseDetails {
  /** By what they are called; null: not known. */
  facts: Record<string, string | null>;
  /** Its reservation, where there is one. */
  reservation: Types.ObjectId | null;
  /** Whose account it is about, if it is about one. */
  ownerId?: string;
  /** The Stripe payment that it is about. */
  paymentIntentId: string | null;
  /** Of a payment: an owner's part, which a person sends them by hand. */
  isByHand?: true;
  /** Of a payment: a refund, of which nothing goes to the card any more once it is put away. */
  givesUp?: true;
  /** What is done about it takes the password. */
  movesMoney: boolean;
  /** Of a mail whose content is erased, with an account or after 60 days: it cannot be sent again. */
  isBodyGone?: true;
  /** Of a mail that tells what is true no more. */
  isOutdated?: true;
  /** Of a mail about a reservation that nobody makes anew, whatever is true. */
  isOnce?: true;
  /** Of an owner: a mail about this limit was sent, or is about to be. */
  isTold?: true;
  /** Of a job: nobody takes its turns, so that another is no help. */
  isLate?: true;
  /** Of a difference: no comparison goes back to it. */
  isTooOld?: true;
  /** Of a difference: its payment is of an attempt that was given up, and not what its reservation was paid by. */
  isStray?: true;
}

/** A line of the ledger, as text. */
export interface LedgerLine {
  id: string;
  at: string;
  movement: string;
  amount: string;
  stripeId: string;
}

/** A case that can be put away, with all that is known of it. */
export interface CaseRecord {
  key: string;
  kind: CaseKind;
  /** Of the job, the mail, the movement: the key without its kind. */
  id: string;
  mark: string;
  /** The mark as a form carries it, however long and whatever is in it. */
  seen: string;
  title: string;
  context: string;
  age: string | null;
  deadline: string;
  facts: { label: string; value: string | null }[];
  reservationHref: string | null;
  /** The account's record. */
  ownerHref: string | null;
  paymentIntentId: string | null;
  isByHand?: true;
  givesUp?: true;
  movesMoney: boolean;
  /** Whose money it is about: the ids of its reservation's buyer and owner. */
  concerned: string[];
  isBodyGone?: true;
  isOutdated?: true;
  isOnce?: true;
  isTold?: true;
  isLate?: true;
  isTooOld?: true;
  isStray?: true;
  ledger: LedgerLine[];
  acts: AuditLine[];
}

/**
 * A case of the queue that has no other page of its own.
 *
 * @throws Refusal("not_found") once it is no case any more
 */
export async function caseFile(key: string, now: Date): Promise<CaseRecord> {
  const found = await findCase(key);
  if (typeof found?.mark !== "string") throw new Refusal("not_found");
  const id = idOfKey(key);
  const { facts, reservation, ownerId, ...details } = await detailsOf(found.kind, id, now);
  const known =
    reservation && (await ReservationModel.findById(reservation, "userId ownerId").lean());
  const { kind, mark, title, context, since, deadline } = found;
  return {
    ...{ key, id, kind, mark, title, context },
    seen: createHash("sha256").update(mark).digest("hex"),
    age: since && ageText(since, now),
    deadline: deadlineText(deadline, now),
    facts: Object.entries(facts).map(([label, value]) => ({ label, value })),
    reservationHref: known ? `/admin/reservation/${known._id.toString()}` : null,
    ownerHref: ownerId === undefined ? null : `/admin/user/${ownerId}`,
    concerned: details.movesMoney && known ? [known.userId, known.ownerId].map(String) : [],
    ...details,
    ledger: reservation ? await ledgerOf(reservation) : [],
    acts: await actsOn(key, ACTS_SHOWN),
  };
}

/** What was done about a case that is none any more, the latest first; nothing where it ended by itself, or never was. */
export interface EndedCase {
  key: string;
  endedActs: AuditLine[];
}

/**
 * A case, or what became of it: the journal, a colleague and a tab from yesterday lead to one that was put away.
 *
 * @throws Refusal("not_found") for a key of no case, or of one that has a page of its own
 */
export async function caseOrEnd(key: string, now: Date): Promise<CaseRecord | EndedCase> {
  try {
    return await caseFile(key, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found" || !isSettledHere(key))
      throw error;
    return { key, endedActs: await actsOn(key, ACTS_SHOWN) };
  }
}

function isSettledHere(key: string): boolean {
  const kind = kindOfKey(key);
  return kind !== undefined && CASE_PERMISSIONS[kind] === "cases.settle";
}

const instant = (at: Date | null | undefined) => (at ? formatInstant(at) : null);
const euros = (cents: number | undefined) => (cents === undefined ? "absent" : formatEuros(cents));

async function detailsOf(kind: CaseKind, id: string, now: Date): Promise<CaseDetails> {
  if (kind === "job") return await jobDetails(id, now);
  if (kind === "mail") return await mailDetails(id, now);
  if (kind === "payment") return await paymentDetails(id);
  if (kind === "ledger") return await differenceDetails(id, now);
  if (kind === "owner") return await ownerDetails(id);
  if (kind === "payout") return await heldDetails(id);
  return await disputeDetails(id);
}

async function jobDetails(id: string, now: Date): Promise<CaseDetails> {
  const _id = new Types.ObjectId(id);
  const job = there(await jobsCollection<StoppedJob>().findOne({ _id }));
  return {
    facts: {
      Tâche: job.name,
      "Dernier départ": instant(job.lastRunAt),
      "Dernier échec": instant(job.failedAt),
      Échecs: String(job.failedAt ? (job.failCount ?? 1) : 0),
      "Prochain passage": job.lockedAt ? "en cours" : instant(job.nextRunAt),
      "Ce qu’elle a répondu": job.failReason ?? null,
    },
    reservation: null,
    paymentIntentId: null,
    movesMoney: jobMovesMoney(job.name),
    ...(isLate(job, now) && { isLate: true }),
  };
}

async function mailDetails(id: string, now: Date): Promise<CaseDetails> {
  const mail = there(await MailModel.findById(id, "-html -attachment").lean());
  const against = await againstSending(mail, now);
  return {
    facts: {
      Adresse: mail.to,
      Objet: mail.subject,
      "Écrit le": instant(mail.createdAt),
      Essais: String(mail.attempts),
      "Dernière réponse": mail.lastError ?? null,
      Contenu:
        mail.text === undefined ? "Effacé\u00a0: compte fermé, ou 60\u00a0jours passés" : null,
    },
    reservation: mail.about === undefined ? null : new Types.ObjectId(mail.about),
    paymentIntentId: null,
    movesMoney: false,
    ...(mail.text === undefined && { isBodyGone: true as const }),
    ...(against === "mail_outdated" && { isOutdated: true as const }),
    ...(against === "mail_once" && { isOnce: true as const }),
  };
}

/** What the refusal is of who has a mail sent again; null: it is sent. */
async function againstSending(
  mail: Pick<Mail, "_id" | "key" | "about" | "createdAt">,
  now: Date,
): Promise<"mail_outdated" | "mail_once" | null> {
  const reservation =
    mail.about !== undefined &&
    (await ReservationModel.findById(mail.about, "status endDate").lean());
  if (!reservation) return (await stillStands(mail, now, null)) ? null : "mail_outdated";
  return mailAgain(mail.key, reservation, todayInParis(now)) ? null : whyNotAgain(mail.key);
}

async function paymentDetails(id: string): Promise<CaseDetails> {
  const payment = there(await PaymentCaseModel.findById(id).lean());
  return {
    facts: {
      Paiement: payment.paymentIntentId,
      Montant: formatEuros(payment.amount),
      ...(payment.givenUpBefore && {
        "Déjà classé, en plus": formatEuros(payment.givenUpBefore),
      }),
      "Dernière réponse de Stripe": payment.reason,
    },
    reservation: payment.reservation,
    paymentIntentId: payment.paymentIntentId,
    ...(payment.kind === "dispute_reinstated" && { isByHand: true as const }),
    ...(REFUND_CASES.includes(payment.kind) && { givesUp: true as const }),
    movesMoney: true,
  };
}

async function differenceDetails(id: string, now: Date): Promise<CaseDetails> {
  const difference = there(await LedgerDifferenceModel.findById(id).lean());
  return {
    facts: {
      Mouvement: knownOr(MOVEMENT_LABELS, difference.type, OTHER),
      "Objet chez Stripe": difference.stripeId,
      "Au registre": euros(difference.ledgerAmount),
      "Chez Stripe": euros(difference.stripeAmount),
      "Mouvement du": instant(difference.at),
      "Vu d’abord le": instant(difference.since),
    },
    reservation: difference.reservation ?? null,
    paymentIntentId: null,
    movesMoney: true,
    ...(difference.at < earliestCompared(now) && { isTooOld: true as const }),
    ...((await isStray(difference)) && { isStray: true as const }),
  };
}

async function isStray({ record, paymentIntentId }: LedgerDifference): Promise<boolean> {
  if (!record || !paymentIntentId) return false;
  const found = await ReservationModel.findById(record, "status paymentIntentId").lean();
  // A hold may still come to be paid by it.
  return found !== null && found.status !== "hold" && found.paymentIntentId !== paymentIntentId;
}

async function disputeDetails(id: string): Promise<CaseDetails> {
  const entry = there(await LedgerEntryModel.findById(`disputed:${id}`).lean());
  return {
    facts: { Litige: entry.stripeId, Montant: formatEuros(entry.amount) },
    reservation: entry.reservation,
    paymentIntentId: null,
    movesMoney: true,
  };
}

async function ownerDetails(ownerId: string): Promise<CaseDetails> {
  const owner = there(await UserModel.findById(ownerId, "accountId email stripeStatsAt").lean());
  const [venues, tellings] = await Promise.all([
    VenueModel.countDocuments({ userId: owner._id, deletedAt: trusted({ $exists: false }) }),
    tellingsOf(owner, null),
  ]);
  return {
    facts: {
      "E-mail": owner.email,
      "Compte Stripe": owner.accountId ?? null,
      "Dernier changement chez Stripe le": instant(owner.stripeStatsAt),
      "Lieux hors des recherches": String(venues),
      "Prévenu par e-mail le": toldText(tellings),
    },
    reservation: null,
    ownerId,
    paymentIntentId: null,
    movesMoney: false,
    ...(standingTelling(tellings) && { isTold: true as const }),
  };
}

async function heldDetails(ownerId: string): Promise<CaseDetails> {
  const fields = "accountId email bannedAt deletedAt";
  const owner = there(await UserModel.findById(ownerId, fields).lean());
  return {
    facts: {
      "E-mail": owner.deletedAt ? null : owner.email,
      "Compte Stripe": owner.accountId ?? null,
      "Banni le": instant(owner.bannedAt),
      "Fermé le": instant(owner.deletedAt),
    },
    reservation: null,
    ownerId,
    paymentIntentId: null,
    movesMoney: false,
  };
}

function toldText(tellings: Awaited<ReturnType<typeof tellingsOf>>): string {
  const standing = standingTelling(tellings);
  if (standing)
    return instant(standing.sentAt) ?? "pas encore\u00a0: l’e-mail est en cours d’envoi";
  const failed = tellings.at(-1);
  if (!failed) return "pas encore";
  return `pas encore\u00a0: l’e-mail du ${formatInstant(failed.createdAt)} n’est pas arrivé`;
}

/** What a case is about, which may have ended since it was looked up. */
function there<T>(document: T | null): T {
  if (document === null) throw new Refusal("not_found");
  return document;
}

async function ledgerOf(reservation: Types.ObjectId): Promise<LedgerLine[]> {
  const entries = await LedgerEntryModel.find({ reservation })
    .sort({ at: 1 })
    .limit(LINES_SHOWN)
    .lean<LedgerEntry[]>();
  return entries.map(({ _id, at, type, amount, stripeId }) => ({
    id: _id,
    at: formatInstant(at),
    movement: knownOr(MOVEMENT_LABELS, type, OTHER),
    amount: formatEuros(amount),
    stripeId,
  }));
}
