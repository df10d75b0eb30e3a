import type { LedgerDifference } from "@models/ledger-difference";
import type { PaymentCase } from "@models/payment-case";
import { totalOf } from "~/payments/balance";
import { bookedMovement } from "~/payments/stripe-books";
import {
  DAY_MINUTES,
  addDays,
  addMinutes,
  daysAgo,
  parisMidnight,
  todayInParis,
} from "~/platform/days";
import { CUSTOMER } from "./bookings";
import type { BookedPayment, Trouble } from "./payments";
import type { Booking, ToldBooking } from "./stories";

/** What did not go as it should, so that each queue of 'À traiter' has something in it. */

const FEE_SHORT = 1_250;
const INQUIRY_DAYS_AGO = 8;
/** How often a refund that the bank sends back is made, and how many days each time takes. */
const REFUNDS_SENT_BACK = 3;
const DAYS_TO_SEND_BACK = 2;
const NIGHTLY_MINUTES = 3 * 60 + 30;
/** Daily jobs, with the minutes of Paris's day at which their turn is (jobs/timetable.ts). */
const DAILY_JOBS = [
  { name: "remind-tax-facts", repeatInterval: "0 10 * * *", minutes: 10 * 60 },
  { name: "renew-news", repeatInterval: "0 4 * * *", minutes: 4 * 60 },
] as const;

/**
 * Of the payments for what is over, one that the payer's bank asks about, and one whose fee the provider has
 * otherwise than the books; of those to be given back, one that the bank sends back each time. @returns them by the
 * reservation's reference
 */
export function planTroubles(
  told: readonly (ToldBooking & { booking: Pick<Booking, "buyer"> })[],
  now: Date,
): ReadonlyMap<string, Trouble> {
  const latest = told
    .flatMap(({ reservation, payment }) =>
      reservation.status === "ended" && payment?.capturedAt
        ? [{ reference: reservation.reference, at: payment.capturedAt }]
        : [],
    )
    .filter(({ at }) => at < addMinutes(now, -(INQUIRY_DAYS_AGO + 1) * DAY_MINUTES))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const [asked, short] = latest;
  return new Map<string, Trouble>([
    ...(asked
      ? [
          [
            asked.reference,
            { inquiryAt: addMinutes(now, -INQUIRY_DAYS_AGO * DAY_MINUTES) },
          ] as const,
        ]
      : []),
    ...(short ? [[short.reference, { feeShort: FEE_SHORT }] as const] : []),
    ...sentBack(told, now),
  ]);
}

/** The latest refund that has had the time to come back as often as it is made; not the one whom visitors try out. */
function sentBack(
  told: readonly (ToldBooking & { booking: Pick<Booking, "buyer"> })[],
  now: Date,
): [string, Trouble][] {
  const turns = Array.from({ length: REFUNDS_SENT_BACK }, (_, turn) => turn * DAYS_TO_SEND_BACK);
  const momentsFrom = (at: Date) => turns.map((days) => addMinutes(at, days * DAY_MINUTES));
  const [latest] = told
    .flatMap(({ booking, reservation, payment }) =>
      payment?.refund && booking.buyer.email !== CUSTOMER
        ? [{ reference: reservation.reference, at: momentsFrom(payment.refund.at) }]
        : [],
    )
    .filter(({ at }) => at.every((moment) => moment < now))
    .sort((a, b) => b.at[0]!.getTime() - a.at[0]!.getTime());
  return latest ? [[latest.reference, { refundsSentBackAt: latest.at }]] : [];
}

/** What a program does not go on with: refunds that the bank keeps sending back, as the product notes them. */
export function paymentCases(payments: readonly BookedPayment[]): PaymentCase[] {
  return payments.flatMap(({ reservation, ledger }) => {
    const failed = ledger.filter(({ type }) => type === "refund_failed");
    const last = failed.at(-1);
    const { paymentIntentId } = reservation;
    if (!last || !paymentIntentId || failed.length < REFUNDS_SENT_BACK) return [];
    // Nothing of the payment is with its payer, so all that came back came for what did not stay there.
    const takenBack = {
      transfer: totalOf(ledger, "transfer_reversed"),
      fee: totalOf(ledger, "fee_refunded"),
    };
    return [
      {
        _id: `refund_failing:${paymentIntentId}`,
        kind: "refund_failing",
        reservation: reservation._id,
        paymentIntentId,
        amount: last.amount,
        reason: `${failed.length} remboursements refusés par la banque ou abandonnés`,
        ...{ since: last.at, seenAt: last.at, takenBack },
      },
    ];
  });
}

/** When the books were last compared with the provider's. */
export function lastNight(now: Date): Date {
  return addMinutes(daysAgo(now, 1), NIGHTLY_MINUTES);
}

/** What last night's comparison of the books with the provider's has noticed, and every other one will. */
export function ledgerDifferences(
  payments: readonly BookedPayment[],
  now: Date,
): LedgerDifference[] {
  const since = lastNight(now);
  return payments.flatMap(({ ledger, objects, reservation }) =>
    objects.flatMap((object) => {
      const movement = object.object === "balance_transaction" ? bookedMovement(object) : null;
      const entry = movement && ledger.find(({ _id }) => _id === movement.id);
      if (!movement || !entry || entry.amount === movement.amount) return [];
      const { id: _id, amount: stripeAmount, source: _, ...rest } = movement;
      return [
        {
          _id,
          ...rest,
          stripeAmount,
          ledgerAmount: entry.amount,
          reservation: reservation._id,
          since,
        },
      ];
    }),
  );
}

/** Agenda's collection, as jobs/queue.ts names it. */
export const JOBS = "agendaJobs";

/**
 * The latest turn of a daily job, which failed; its next one is the retry. Of two jobs the one whose next turn is later: the failure is
 * there for hours to be looked at. As Agenda keeps its schedule.
 */
export function failedJob(now: Date) {
  const today = todayInParis(now);
  const jobs = DAILY_JOBS.map(({ minutes, ...job }) => {
    const turn = (days: number) => addMinutes(parisMidnight(addDays(today, days)), minutes);
    const next = turn(0) > now ? 0 : 1;
    return { ...job, lastRunAt: turn(next - 1), nextRunAt: turn(next) };
  });
  const job = jobs.reduce((one, other) => (other.nextRunAt > one.nextRunAt ? other : one));
  const failedAt = addMinutes(job.lastRunAt, 1);
  return {
    ...{ ...job, type: "single", priority: 0, data: null, lockedAt: null },
    ...{ repeatTimezone: "Europe/Paris", lastFinishedAt: failedAt, failedAt },
    ...{ failCount: 1, failReason: "connection 7 to 127.0.0.1:27017 timed out" },
  };
}
