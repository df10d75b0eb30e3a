/** What a reservation has written down of its payment: found, adopted, applied. */
import type { ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { inNumbersTurn } from "~/payments/issue-receipts.server";
import { appendToLedger, isInLedger } from "~/payments/ledger.server";
import { entriesOf, partiesOf } from "~/payments/movements";
import {
  findPayments,
  readPayment,
  withItsPage,
  type PaymentRef,
} from "~/payments/read-payment.server";
import { givenUpOf } from "~/payments/payment-cases.server";
import { owedToOwner } from "~/payments/shares";
import { lostShares } from "~/payments/take-back.server";
import { awaitedDispute, type PaymentSnapshot } from "~/payments/snapshot";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { answerDeadline, holdsDays } from "~/rules/reservation-states";
import { moneyOf } from "~/payments/balance";
import { keepVenueOfPayment } from "~/venues/keep-venue-open.server";
import { endOutdatedChange, tellAgreedEnd, tellChangeEnded } from "./end-change.server";
import { joinReservation, mirrorRefund, SupplementOutdated } from "./join-supplement.server";
import { queueReservationMails, type Notice, type ReservationNews } from "../mail/mails.server";
import { endWaitsFor } from "./own-days.server";
import { freeDays, transitionReservation, type TransitionChange } from "./transition.server";

/**
 * For how long a claimed attempt may be on its way to Stripe: longer than the client tries. Past
 * that its process is taken for dead, and Stripe is searched for what it did.
 */
const OPENING_MS = 45_000;

/** What a reservation's payment is known by. */
export function refOf({ checkoutSessionId, paymentIntentId }: Reservation): PaymentRef {
  return { checkoutSessionId, paymentIntentId };
}

/** That of a reservation's payment no more is written down than was read: Stripe may speak of it at any moment. */
export function knownAsBefore({ checkoutSessionId, paymentIntentId }: PaymentRef) {
  return {
    checkoutSessionId: checkoutSessionId ?? NOT_SET,
    paymentIntentId: paymentIntentId ?? NOT_SET,
  };
}

/** Whether a payment is being opened at this moment, by a process that has yet to write it down. */
export function isOpening({ opening }: Reservation, now: Date): boolean {
  return opening !== undefined && now.getTime() - opening.getTime() < OPENING_MS;
}

/** Somebody else opens the payment right now: until when that may take at most. */
export function openingRefusal({ opening }: Pick<Reservation, "opening">, now: Date): Refusal {
  const left = opening ? opening.getTime() + OPENING_MS - now.getTime() : 0;
  return new Refusal("payment_opening", { retryAfter: Math.max(1, Math.ceil(left / 1000)) });
}

/** Writes down what an attempt opened, unless a later attempt has been claimed since. */
export async function recordPayment(
  { _id, attempt }: Pick<Reservation, "_id" | "attempt">,
  payment: PaymentRef & Partial<Pick<Reservation, "checkoutUrl" | "attempt">>,
): Promise<Reservation | null> {
  const update = { $set: payment, $unset: { opening: 1 } };
  return await inTransaction((session) =>
    updateAndRead(ReservationModel, { _id, attempt }, update, { session }),
  );
}

/**
 * Finds what a lost attempt left at Stripe and writes it down; afterwards the reservation is no
 * longer `opening`.
 *
 * @returns the reservation as it is then
 */
export async function adoptLostPayment(reservation: Reservation): Promise<Reservation> {
  const buyer = await UserModel.findById(reservation.userId, { stripeCustomerId: 1 }).lean();
  const found = buyer?.stripeCustomerId
    ? await findPayments({
        reservationId: reservation._id.toString(),
        customerId: buyer.stripeCustomerId,
        since: reservation.createdAt,
      })
    : [];
  const alive = await firstAlive(found, reservation);
  return (await recordPayment(reservation, alive ?? {})) ?? (await reload(reservation));
}

async function firstAlive(found: readonly PaymentRef[], { attempt }: Reservation) {
  for (const ref of found) {
    const payment = await readPayment(ref);
    if (payment.state === "cancelled") continue;
    // A later one than is stored is of what a restored database has forgotten.
    return { ...withIntent(ref, payment), attempt: Math.max(payment.attempt ?? 0, attempt) };
  }
  return null;
}

async function reload({ _id }: Reservation): Promise<Reservation> {
  const reservation = await ReservationModel.findById(_id).lean();
  if (!reservation) throw new Error(`Reservation ${_id.toString()} is gone`);
  return reservation;
}

/**
 * Takes a payment that Stripe spoke of for the reservation's own: it is of the attempt that was
 * claimed, and nobody has written down yet what that one opened. Stripe may come to it after it answered with an
 * error and had nothing to be found: as long as its days are held and no other attempt was claimed, it pays for them.
 *
 * @returns the reservation as it is then
 */
export async function adoptPayment(
  reservation: Reservation,
  ref: PaymentRef,
): Promise<Reservation> {
  const { _id, attempt, opening, status, checkoutSessionId, paymentIntentId } = reservation;
  const isUnpaidHold = status === "hold" && !checkoutSessionId && !paymentIntentId;
  if (!opening && !isUnpaidHold) return reservation;
  const payment = await readPayment(ref);
  if (payment.attempt !== attempt || payment.reservationId !== _id.toString()) return reservation;
  const unwritten = { _id, attempt, ...knownAsBefore({}) };
  const own = withIntent(await withItsPage(ref), payment);
  const update = { $set: own, $unset: { opening: 1 } };
  const adopted = await inTransaction((session) =>
    updateAndRead(ReservationModel, unwritten, update, { session }),
  );
  return adopted ?? (await reload(reservation));
}

/** A payment by its intent as well, where it has one. */
export function withIntent(ref: PaymentRef, { intentId }: PaymentSnapshot): PaymentRef {
  return intentId === null ? ref : { ...ref, paymentIntentId: intentId };
}

/** What a payment changes in its reservation's own fields. */
export function paymentFields(payment: PaymentSnapshot): Partial<Reservation> {
  const { intentId, charge, cardLast4, refunded } = payment;
  return {
    ...(intentId !== null && { paymentIntentId: intentId }),
    ...(charge && { chargeId: charge.id }),
    ...(cardLast4 !== null && { cardLast4 }),
    ...(charge && charge.captured > 0 && { paidAt: charge.at }),
    refunded,
  };
}

/** A change of state that a payment brings about. */
type StateChange = Omit<TransitionChange, "from" | "where">;

/** What a payment brings about, and what people are told of it; who joins another tells by that. */
export type Outcome = (StateChange | { event?: undefined; set?: Partial<Reservation> }) & {
  news?: ReservationNews;
};

/**
 * Writes what a payment became, in one transaction: the new state, if it leads to one, the days it
 * frees, the ledger's entries and the mails.
 *
 * @returns the reservation after it, or null when its state, or what went back of it, changed meanwhile: look again
 * @throws Refusal("venue_closed"), as `applyArrival` does
 */
export async function applyPayment(
  reservation: Reservation,
  payment: PaymentSnapshot,
  outcome: Outcome | null,
): Promise<Reservation | null> {
  if (
    outcome === null &&
    isInReservation(reservation, payment) &&
    (await isInLedger(payment, partiesOf(reservation)))
  ) {
    return reservation;
  }
  let [isTold, isChangeEnded] = [false, false];
  const write = () =>
    inTransaction(async (session) => {
      // Written to, so that a ban or a suspension at this moment comes before it or finds what was let.
      if (outcome && reservation.status === "hold")
        await keepVenueOfPayment(reservation.venueId, payment.charge?.at, session);
      const after = await change(reservation, payment, outcome, session);
      if (!after) return null;
      if (isGained(outcome)) await endWaitsFor(after, session);
      if (outcome?.event === "join") await joinReservation(after, outcome.at, session);
      else if (after.status === "joined") await mirrorRefund(after, session);
      await appendToLedger([{ payment, parties: partiesOf(after) }], session);
      if (!holdsDays(after.status)) await freeDays([after], session);
      const told = await toldOf(after, session);
      const unasked = await endOutdatedChange(told.known, changedAt(outcome), session);
      isChangeEnded = unasked !== null;
      const notices = [
        ...(outcome?.news ? [noticeOf(outcome.news, told, payment)] : []),
        ...(await disputeNotices(told, payment, session)),
      ];
      await queueReservationMails(notices, session);
      isTold = notices.length > 0;
      return unasked?._id.equals(after._id) ? unasked : after;
    });
  const isMoney = (payment.charge?.captured ?? 0) > 0;
  const writeNumbered = () => (isMoney ? inNumbersTurn(write) : write());
  const after = await writeNumbered().catch((error: unknown) => {
    if (error instanceof SupplementOutdated)
      return giveUpSupplement(reservation, changedAt(outcome));
    // The same entry, mail or first number was written elsewhere at this moment; now it is there to be found.
    if (!isDuplicateKey(error)) throw error;
    return writeNumbered();
  });
  if (after && holdsDays(reservation.status) && !holdsDays(after.status)) {
    await bumpContentVersion({ days: [after.venueId.toString()] });
  }
  if (after && (outcome || isTold)) await enqueue("send-mails");
  if (after && isChangeEnded) await tellChangeEnded(after);
  return after;
}

function changedAt(outcome: Outcome | null): Date {
  return outcome?.event ? outcome.at : new Date();
}

/** Whether the days are their buyer's from now on. A supplement's are once it has joined its reservation. */
function isGained(outcome: Outcome | null): boolean {
  return outcome?.event === "capture" || outcome?.event === "authorise";
}

/** Whose payment it is, and the reservation that people know it by: of a supplement that joined one, that one. */
interface Told {
  paid: Reservation;
  known: Reservation;
}

async function toldOf(paid: Reservation, session: ClientSession): Promise<Told> {
  if (paid.status !== "joined") return { paid, known: paid };
  const { reservation } = paid.supplementTo!;
  const known = await ReservationModel.findById(reservation, null, { session }).lean();
  return { paid, known: known ?? paid };
}

/** A supplement that joined a reservation is told with all of that one's money; what comes of none, by itself. */
function noticeOf(news: ReservationNews, { paid, known }: Told, payment: PaymentSnapshot): Notice {
  const about = { news, reservation: known };
  if (!paid.supplementTo) return about;
  if (paid.status === "joined") return { ...about, supplement: paid.total };
  const money = moneyOf(entriesOf(payment, partiesOf(paid)));
  // It goes back in full.
  const due = money.paid - money.refunded;
  return { ...about, orphan: { id: payment.intentId ?? "", money, due } };
}

/**
 * What its owner is told of a dispute, once each: that the payer's bank holds the money while it decides, that
 * their share was taken for what it kept, and that it gave all back. An inquiry holds nothing, and may come to nothing.
 * What never was a booking is none of theirs.
 */
async function disputeNotices(
  told: Told,
  payment: PaymentSnapshot,
  session: ClientSession,
): Promise<Notice[]> {
  const { disputes, chargedBack, transfer, intentId } = payment;
  if (told.paid.status === "dead" || disputes.length === 0 || intentId === null) return [];
  const open = disputes.find(({ closed, withdrawals }) => !closed && withdrawals.length > 0);
  const left = lostShares(payment, await givenUpOf(intentId, session)).transfer;
  const isTaken = chargedBack > 0 && (transfer?.reversals.length ?? 0) > 0 && left === 0;
  const held = disputes.filter(({ withdrawals }) => withdrawals.length > 0);
  // Won only after their share was taken, it is a person's case first.
  const isWon =
    chargedBack === 0 && disputes.every(({ closed }) => closed) && !owedToOwner(payment);
  return [
    ...(open ? [{ ...noticeOf("contested", told, payment), which: open.id }] : []),
    ...(isTaken ? [{ ...noticeOf("charged_back", told, payment), which: intentId }] : []),
    ...(isWon ? held : []).map(({ id }) => ({
      ...noticeOf("contest_won", told, payment),
      which: id,
    })),
  ];
}

/**
 * A supplement was paid for a reservation that has become another one meanwhile: it ends, and whoever looks
 * at it next gives its payment back in full.
 *
 * @returns null: look again
 */
async function giveUpSupplement(
  { _id, venueId, status: from, supplementTo }: Reservation,
  at: Date,
): Promise<null> {
  const why = "La réservation a changé avant ce paiement";
  // Found by the reconciliation, should nobody get to it now.
  const set = { ledgerOpen: true } as const;
  await inTransaction(async (session) => {
    const change = { event: "void", by: "system", why, at, from, set } as const;
    const ended = await transitionReservation(_id, change, session);
    if (ended) await freeDays([ended], session);
    if (ended?.supplementTo?.agreed) await tellAgreedEnd(ended, { by: "system", at }, session);
  });
  if (supplementTo?.agreed) await enqueue("send-mails");
  await bumpContentVersion({ days: [venueId.toString()] });
  return null;
}

async function change(
  reservation: Reservation,
  payment: PaymentSnapshot,
  outcome: Outcome | null,
  session: ClientSession,
): Promise<Reservation | null> {
  const { _id, status: from } = reservation;
  const transition = outcome?.event === undefined ? null : outcome;
  const set: Partial<Reservation> = { ...paymentFields(payment), ...outcome?.set };
  if (!isChargedBackAsIn(reservation, payment)) set.chargedBack = payment.chargedBack;
  if (!payment.settled) set.ledgerOpen = true;
  const awaited = awaitedDispute(payment);
  if (awaited) Object.assign(set, { disputeDueBy: awaited.dueBy, disputeAwaited: awaited.id });
  // Who read the payment before others gave money back would write over what they wrote.
  const expected = { _id, status: from, refunded: reservation.refunded };
  const after = transition
    ? await transitionReservation(_id, { ...transition, from, set }, session)
    : await updateAndRead(ReservationModel, expected, { $set: set }, { session });
  if (!after) return null;
  // Each by itself: a release that knows the day alone has ended it alone.
  if (!awaited && (reservation.disputeDueBy || reservation.disputeAwaited)) {
    const gone = { disputeDueBy: 1, disputeAwaited: 1 } as const;
    await ReservationModel.updateOne({ _id }, { $unset: gone }, { session });
    delete after.disputeDueBy;
    delete after.disputeAwaited;
  }
  // A change of dates or a refund granted since then has opened it anew.
  const isAsRead =
    after.total === reservation.total && after.grant?.refund === reservation.grant?.refund;
  if (payment.settled && reservation.ledgerOpen && isAsRead) {
    await ReservationModel.updateOne({ _id }, { $unset: { ledgerOpen: 1 } }, { session });
    delete after.ledgerOpen;
  }
  return after;
}

function isChargedBackAsIn({ chargedBack = 0 }: Reservation, payment: PaymentSnapshot): boolean {
  return chargedBack === payment.chargedBack;
}

/** Whether the reservation's own fields say already what Stripe tells of the payment. */
export function isInReservation(reservation: Reservation, payment: PaymentSnapshot): boolean {
  const { charge, intentId, refunded, settled } = payment;
  if (intentId !== null && reservation.paymentIntentId !== intentId) return false;
  if (!charge) return true;
  const awaited = awaitedDispute(payment);
  return (
    reservation.chargeId === charge.id &&
    reservation.refunded === refunded &&
    isChargedBackAsIn(reservation, payment) &&
    charge.captured > 0 === (reservation.paidAt !== undefined) &&
    reservation.disputeDueBy?.getTime() === awaited?.dueBy.getTime() &&
    reservation.disputeAwaited === awaited?.id &&
    settled &&
    !reservation.ledgerOpen
  );
}

/**
 * Writes what a payment makes of its hold: `confirmed` when it is taken, `pending` when it is authorised;
 * nothing while it is unfinished, or failed with another try left.
 *
 * @returns the reservation after it, or null when its state changed meanwhile: look again
 * @throws Refusal("venue_closed") where it was paid once the venue had left the site (suspended, its owner banned): nothing of it is
 *   let, `endHold` ends it
 */
export async function applyArrival(
  hold: Reservation,
  payment: PaymentSnapshot,
  now: Date,
): Promise<Reservation | null> {
  return await applyPayment(hold, payment, arrival(hold, payment, now));
}

function arrival(hold: Reservation, payment: PaymentSnapshot, now: Date): Outcome | null {
  const { supplementTo } = hold;
  const common = { by: "system", at: now } as const;
  if (payment.state === "paid" && supplementTo) {
    return { ...common, event: "join", why: "Supplément payé" };
  }
  if (payment.state === "paid") {
    return { ...common, event: "capture", why: "Paiement reçu", news: "confirmed" };
  }
  if (payment.state === "authorised") {
    const set = { answerBy: answerDeadline(now, hold) };
    return { ...common, event: "authorise", why: "Paiement autorisé", set, news: "pending" };
  }
  return null;
}
