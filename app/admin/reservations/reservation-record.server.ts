import { trusted, type Types } from "mongoose";
import { AuditEntryModel, type AuditEntry } from "@models/audit-entry";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import type { Reservation } from "@models/reservation";
import { StripeEventModel } from "@models/stripe-event";
import { UserModel } from "@models/user";
import { isAccountOpen } from "~/accounts/keep-account-open.server";
import { refundable, refundParts } from "~/bookings/cancel/grant-refund.server";
import { mailAgain } from "~/bookings/mail/mails-again.server";
import { viewOf, type ReservationView } from "~/bookings/record/reservation-view.server";
import type { Balance } from "~/payments/balance";
import { todayInParis, type Day } from "~/platform/days";
import { formatEuros, formatEurosShort } from "~/platform/money";
import { refusalMessage } from "~/platform/refusal";
import { afterTheirCause } from "~/rules/history-words";
import { paidParts } from "~/rules/paid-parts";
import { describeTerms } from "~/rules/policy";
import { latestAnswer } from "~/rules/reservation-states";
import { knownCases } from "../related/known-cases.server";
import { linesOf } from "../journal/list-audit.server";
import { kindOfKey } from "../words/case-kinds";
import { fullName, kindOf } from "../words/person";
import { extensionsOf } from "./forms";
import { supplementRecords, type SupplementRecord } from "../related/supplement-records.server";
import {
  actEvents,
  balanceLines,
  countsOf,
  ledgerEvents,
  mailEvents,
  stateEvents,
  timelineOf,
  webhookEvents,
  type BalanceLine,
  type Dated,
  type TimelineDay,
  type TimelineKind,
} from "./timeline";

/** One of the two sides, as the record names them. */
interface Side {
  id: string;
  name: string;
  kind: string;
}

/** A reservation as the back-office shows it. Amounts are cents in `balance` and `left`, else text. */
export interface ReservationRecord {
  request: ReservationView;
  /** '3 × 480 €' */
  price: string;
  buyer: Side | null;
  owner: Side | null;
  /** What its payments are known by at Stripe, its own first. */
  identifiers: string[];
  balance: Balance;
  sum: BalanceLine[];
  /** What may still be given back beyond what was decided. */
  left: number;
  /** The platform may call it off. */
  mayCancel: boolean;
  /** Its owner has yet to answer, still may, and can be given more time. */
  mayExtend: boolean;
  timeline: TimelineDay[];
  counts: Record<TimelineKind, number>;
  total: number;
}

/**
 * A reservation with everything that happened to it.
 *
 * @param kind empty: all of it
 * @throws Refusal("not_found")
 */
export async function reservationRecord(
  reservationId: string,
  kind: TimelineKind | "",
  now: Date,
): Promise<ReservationRecord> {
  const { reservation, balance, left } = await refundable(reservationId);
  const told = await toldOf(reservation);
  const people = await peopleOf(reservation);
  const events = eventsOf(reservation, told, todayInParis(now));
  const request = viewOf(reservation, now);
  return {
    request: { ...request, policyText: describeTerms(reservation, "office") },
    price: `${reservation.units}\u00a0×\u00a0${formatEurosShort(reservation.unitPrice)}`,
    buyer: people(reservation.userId),
    owner: people(reservation.ownerId),
    identifiers: [reservation, ...told.supplements].flatMap(atStripe),
    balance,
    sum: balanceLines(balance),
    left,
    mayCancel: request.state === "pending" || request.state === "confirmed",
    mayExtend:
      request.answerBy !== null &&
      canWaitLonger(reservation, told.entries) &&
      (await isAccountOpen(reservation.ownerId)),
    timeline: timelineOf(events.filter((event) => kind === "" || event.kind === kind)),
    counts: countsOf(events),
    total: events.length,
  };
}

/** As the page says it that puts the answer off: no longer than the payment's authorisation and the days allow. */
function canWaitLonger(reservation: Reservation, entries: readonly LedgerEntry[]): boolean {
  const { answerBy } = reservation;
  const authorised = entries.find(({ type }) => type === "authorised");
  if (!answerBy || !authorised) return false;
  return extensionsOf({ answerBy, latest: latestAnswer(authorised.at, reservation) }).length > 0;
}

async function peopleOf({ userId, ownerId }: Reservation) {
  const users = await UserModel.find(
    { _id: trusted({ $in: [userId, ownerId] }) },
    "name lastname entityName type role natureOfCollectivity isAdmin masterStatus",
  ).lean();
  return (id: Reservation["userId"]): Side | null => {
    const user = users.find(({ _id }) => _id.equals(id));
    if (!user) return null;
    return { id: id.toString(), name: user.entityName ?? fullName(user), kind: kindOf(user) };
  };
}

/** What a record's payment is known by at Stripe. */
const atStripe = ({ paymentIntentId, chargeId, checkoutSessionId }: SupplementRecord): string[] =>
  [paymentIntentId, chargeId, checkoutSessionId].filter((id) => id !== undefined);

/** All that is stored about a reservation elsewhere, about its supplements' payments and about its cases too. */
async function toldOf(reservation: Reservation) {
  const supplements = await supplementRecords([reservation._id]);
  const records = [reservation, ...supplements];
  const ids = records.map(({ _id }) => _id);
  const objects = records.flatMap(atStripe);
  const [entries, mails, webhooks, acts] = await Promise.all([
    LedgerEntryModel.find({ reservation: reservation._id }).sort({ at: 1 }).lean(),
    MailModel.find(
      { about: trusted({ $in: ids.map(String) }) },
      "key about to subject status attempts lastError sentAt createdAt",
    ).lean(),
    StripeEventModel.find({ objectId: trusted({ $in: objects }) }).lean(),
    actsOf(ids),
  ]);
  return { supplements, entries, mails, webhooks, acts };
}

/** What administrators did to some records, and about their cases, however these ended: as stored, and as the journal tells it. */
async function actsOf(records: readonly Types.ObjectId[]) {
  const cases = await knownCases(records);
  const targets = [...records.map(String), ...cases.map(({ key }) => key)];
  const entries = await AuditEntryModel.find({
    target: trusted({ $in: targets }),
  }).lean<AuditEntry[]>();
  const lines = await linesOf(entries);
  return entries.map((entry, place) => ({ entry, line: lines[place]! }));
}

function eventsOf(
  reservation: Reservation,
  { entries, mails, webhooks, acts }: Awaited<ReturnType<typeof toldOf>>,
  today: Day,
): Dated[] {
  const id = reservation._id.toString();
  return [
    ...stateEvents(reservation.history),
    ...ledgerEvents(afterTheirCause(entries, reservation.history)),
    // Of a supplement none is made anew: what is true now is its reservation's to tell.
    ...mailEvents(
      mails,
      ({ key, about }) => about === id && mailAgain(key, reservation, today) !== null,
    ),
    ...webhookEvents(webhooks),
    ...actEvents(
      acts.map(({ entry: { at, target }, line }) => ({
        ...line,
        at,
        about: kindOfKey(target) ? line.targetName : null,
      })),
    ),
  ];
}

/** A refund beyond the policy, as its page says it before it is done. Cents, and text. */
export interface RefundPreview {
  id: string;
  reference: string;
  what: string;
  buyer: string;
  buyerId: string;
  state: string;
  paid: number;
  decided: number;
  /** What of that has yet to go back, and what the office has given up of it: the card gets the former with what is asked for. */
  due: { awaited: number; givenUp: number };
  left: number;
  /** On what the payer's bank decides, and what it took back: the payment that it is of gives nothing back by itself. */
  contested: number;
  chargedBack: number;
  /** Without a supplement: what is contested of it keeps all back. */
  isOnePayment: boolean;
  /** As it was typed; empty: nothing was. */
  typed: string;
  /** Why that is no amount that could be given back. */
  problem: string | null;
  /** Null: no amount that could be given back was asked for. */
  asked: {
    amount: number;
    text: string;
    /** With what was decided before and has yet to go back: '300,00 €'. */
    inAll: string;
    /** Whose part all of that comes from. */
    owner: string;
    platform: string;
    after: Balance;
  } | null;
}

/**
 * What a refund of so much would do.
 *
 * @param typed what was typed, and its cents; null: that is no amount
 * @throws Refusal("not_found")
 */
export async function refundPreview(
  reservationId: string,
  { text, amount }: { text: string; amount: number | null },
  now: Date,
): Promise<RefundPreview> {
  const facts = await refundable(reservationId);
  const { reservation, balance, paid, decided, due, left, contested, chargedBack } = facts;
  const people = await peopleOf(reservation);
  const { reference, venueTitle, periodText, label } = viewOf(reservation, now);
  const isPossible = amount !== null && amount <= left;
  const inAll = due.awaited + (amount ?? 0);
  const parts = isPossible
    ? refundParts({ ...facts, decided: decided - due.awaited }, inAll)
    : null;
  return {
    id: reservationId,
    reference,
    what: `${venueTitle}, ${periodText}`,
    buyer: people(reservation.userId)?.name ?? "un ancien compte",
    buyerId: reservation.userId.toString(),
    state: label,
    paid,
    decided,
    due,
    left,
    contested,
    chargedBack,
    isOnePayment: paidParts(reservation).length === 1,
    typed: text,
    problem: text !== "" && !isPossible ? amountProblem(amount) : null,
    asked: parts && {
      amount: amount!,
      text: formatEuros(amount!),
      inAll: formatEuros(inAll),
      owner: formatEuros(parts.owner),
      platform: formatEuros(parts.platform),
      after: {
        paid: balance.paid,
        owner: balance.owner - parts.owner,
        platform: balance.platform - parts.platform,
        refunded: balance.refunded + inAll,
      },
    },
  };
}

function amountProblem(amount: number | null): string {
  if (amount !== null) return refusalMessage("refund_too_large");
  return "Saisissez un montant en euros, par exemple 24,30.";
}
