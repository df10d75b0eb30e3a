import type { Reservation } from "@models/reservation";
import type { Period, Policy, ReservationState, Slot } from "@models/enumerations";
import { minutesUntil, parisDayOf, todayInParis, type Day } from "~/platform/days";
import { PARIS, type Zone } from "~/platform/zones";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { deadlineText, policyByParis } from "~/rules/paris-time";
import { refundedInAll, returnedByChanges } from "~/rules/paid-parts";
import { ownersWords } from "~/rules/reason";
import {
  canCancel,
  effectiveState,
  isCalledOff,
  label,
  tone,
  type Tone,
} from "~/rules/reservation-states";
import { describeTerms } from "~/rules/policy";
import { feeThousandthsOf } from "~/rules/price";
import { timeLeft } from "~/rules/time-left";

/** A reservation as pages show it, safe to send as JSON. Amounts are cents. */
export interface ReservationView {
  id: string;
  reference: string;
  venueId: string;
  venueTitle: string;
  venueCity: string;
  startDate: Day;
  endDate: Day;
  startSlot: Slot;
  endSlot: Slot;
  period: Period;
  /** 'du 11/06/2027 au 13/06/2027', 'le 11/06/2027 (matin)'. */
  periodText: string;
  units: number;
  unitPrice: number;
  /** The service fee and the commission, each in thousandths of the subtotal. */
  feeThousandths: number;
  subtotal: number;
  fee: number;
  total: number;
  /** The effective state: deadlines count whether or not a job has noticed them. */
  state: ReservationState;
  label: string;
  tone: Tone;
  needValidation: boolean;
  policy: Policy;
  /** The cancellation policy with its real dates: `describeTerms`. */
  policyText: string;
  /** Of the total: what changes of dates gave back is no part of it. */
  refunded: number;
  /** While a payment is awaited: minutes left, the one begun counted, the same to the second, and the end as text. */
  hold: { minutesLeft: number; secondsLeft: number; until: string } | null;
  /** While the owner's answer is awaited: until when, as text. */
  answerBy: string | null;
  /** The same counted from now: 'Encore 2 h'. */
  answerLeft: string | null;
  /** Whether it was ever confirmed, by its history, whatever became of it since. */
  wasConfirmed: boolean;
  /** The owner's reason, when the owner called it off; blank where they gave none. */
  ownersReason: string | null;
  buyerMayCancel: boolean;
  buyerMayHide: boolean;
  createdOn: Day;
  /** Of a supplement: the reservation whose dates it changes, from which, and whether the owner said yes. */
  supplementTo: { id: string; reference: string; periodText: string; isAgreed: boolean } | null;
}

/**
 * Shapes a stored reservation for a page, as it is to be read at `now`.
 *
 * @param zone of its venue, where that is known: its deadlines and its policy are then said to be by Paris's time; else
 * nothing is said of it
 */
export function viewOf(reservation: Reservation, now: Date, zone: Zone = PARIS): ReservationView {
  const today = todayInParis(now);
  const state = effectiveState(reservation, now, today);
  const { holdUntil, answerBy } = reservation;
  return {
    id: reservation._id.toString(),
    reference: reservation.reference,
    venueId: reservation.venueId.toString(),
    venueTitle: reservation.venueTitle,
    venueCity: reservation.venueCity,
    startDate: reservation.startDate,
    endDate: reservation.endDate,
    startSlot: reservation.startSlot,
    endSlot: reservation.endSlot,
    period: reservation.period,
    periodText: formatPeriod(periodOf(reservation)),
    units: reservation.units,
    unitPrice: reservation.unitPrice,
    feeThousandths: feeThousandthsOf(reservation),
    subtotal: reservation.subtotal,
    fee: reservation.fee,
    total: reservation.total,
    state,
    label: label(state),
    tone: tone(state),
    needValidation: reservation.needValidation,
    policy: reservation.policy,
    policyText: policyByParis(describeTerms(reservation), zone),
    refunded: Math.max(0, refundedInAll(reservation) - returnedByChanges(reservation)),
    hold:
      state === "hold" && holdUntil
        ? {
            minutesLeft: minutesUntil(holdUntil, now),
            secondsLeft: Math.ceil((holdUntil.getTime() - now.getTime()) / 1_000),
            until: deadlineText(holdUntil, zone),
          }
        : null,
    ...answerTexts(state === "pending" ? answerBy : undefined, now, zone),
    wasConfirmed: reservation.history.some((line) => line.state === "confirmed"),
    ownersReason: ownersWords(reservation),
    buyerMayCancel: canCancel(state, "buyer"),
    buyerMayHide: mayHide(state),
    createdOn: parisDayOf(reservation.createdAt),
    supplementTo: reservation.supplementTo
      ? {
          id: reservation.supplementTo.reservation.toString(),
          // Its own is made of that one and a mark.
          reference: reservation.reference.slice(0, reservation.reference.lastIndexOf("-")),
          periodText: formatPeriod(
            periodOf({ ...reservation.supplementTo, period: reservation.period }),
          ),
          isAgreed: reservation.supplementTo.agreed ?? false,
        }
      : null,
  };
}

function answerTexts(answerBy: Date | undefined, now: Date, zone: Zone) {
  return {
    answerBy: answerBy ? deadlineText(answerBy, zone) : null,
    answerLeft: answerBy ? timeLeft(answerBy, now) : null,
  };
}

/** Whether the buyer may remove it from their list: it is over, one way or another. */
function mayHide(state: ReservationState): boolean {
  return state === "ended" || isCalledOff(state);
}
