import type { Actor, ReservationState } from "@models/enumerations";
import type { HistoryEntry, Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { UNAMBIGUOUS } from "~/accounts/unambiguous";
import { formatPeriod, periodOf, unitsOf, type Stay } from "~/rules/calendar";
import { answerDeadline, holdDeadline } from "~/rules/reservation-states";
import { offerDeadline } from "~/rules/waiting-list";
import { refundDue } from "~/rules/policy";
import { quote } from "~/rules/price";
import { UNANSWERED_BY_OWNER } from "~/rules/reason";
import { DAY_MINUTES, addDays, addMinutes, parisDayOf, parisMidnight } from "~/platform/days";
import { codeFor, idFor } from "./random";

/** How a reservation of the demo went. */
export type Story =
  | "hold"
  /** Held by the waiting list, for somebody who has not said yes yet. */
  | "offered"
  | "abandoned"
  | "pending"
  | "confirmed"
  | "changed"
  | "ended"
  | "cancelledByBuyer"
  | "cancelledByOwner"
  | "refused"
  | "unanswered";

export interface Booking {
  /** Names it among the demo's, and so its ids. */
  key: string;
  story: Story;
  venue: Venue;
  owner: User;
  buyer: User;
  stay: Stay;
  bookedAt: Date;
  /** When it was called off, in the stories that say so. */
  cancelledAt?: Date;
}

/** What happened to a reservation's money; amounts are those of the reservation. */
export interface Payment {
  authorisedAt: Date;
  capturedAt?: Date;
  /** Set when it was given up before its capture. */
  releasedAt?: Date;
  refund?: { amount: number; at: Date };
}

export interface ToldBooking {
  reservation: Reservation;
  /** Null while nothing was paid. */
  payment: Payment | null;
  /** What was reserved at first, where the dates were changed since: the receipt says these. */
  former?: Pick<Stay, "startDate" | "endDate">;
}

const MINUTES_TO_PAY = 4;
const MINUTES_TO_CHANGE = 3 * DAY_MINUTES + 95;
const MINUTES_TO_ANSWER = 5 * 60 + 20;

/** The reservation that a story leaves behind, with its whole history. */
export function tell(booking: Booking): ToldBooking {
  const { venue, bookedAt, story } = booking;
  const paidAt = addMinutes(bookedAt, MINUTES_TO_PAY);
  const history = [step("hold", bookedAt, "buyer", "Dates choisies")];
  const base = newReservation(booking, history);
  if (story === "offered") return offered(booking, base);
  if (story === "hold")
    return { reservation: { ...base, holdUntil: holdDeadline(bookedAt) }, payment: null };
  if (story === "abandoned") {
    history.push(step("dead", holdDeadline(bookedAt), "system", "Paiement non effectué"));
    return { reservation: { ...base, status: "dead" }, payment: null };
  }
  const paid = { ...base, attempt: 1 };
  const answeredAt = addMinutes(paidAt, MINUTES_TO_ANSWER);
  if (venue.needValidation) {
    history.push(step("pending", paidAt, "system", "Paiement autorisé"));
    const answerBy = answerDeadline(paidAt, base);
    if (story === "pending") {
      return {
        reservation: { ...paid, status: "pending", answerBy },
        payment: { authorisedAt: paidAt },
      };
    }
    if (story === "refused" || story === "unanswered") {
      const releasedAt = story === "refused" ? answeredAt : answerBy;
      const why = story === "refused" ? refusalBy(booking.owner) : UNANSWERED_BY_OWNER;
      const by = story === "refused" ? "owner" : "system";
      return release(paid, history, { by, why, at: releasedAt }, paidAt);
    }
    history.push(
      step("capturing", answeredAt, "owner", "Demande acceptée"),
      step("confirmed", answeredAt, "system", "Paiement encaissé"),
    );
  } else {
    history.push(step("confirmed", paidAt, "system", "Paiement encaissé"));
  }
  const capturedAt = venue.needValidation ? answeredAt : paidAt;
  const captured = { ...paid, status: "confirmed", paidAt: capturedAt } as const;
  const payment = { authorisedAt: paidAt, capturedAt };
  switch (story) {
    case "confirmed":
      return { reservation: captured, payment };
    case "changed":
      return changed(captured, payment);
    case "ended": {
      const endedAt = parisMidnight(addDays(captured.endDate, 1));
      history.push(step("ended", endedAt, "system", "Dernier jour passé"));
      return { reservation: { ...captured, status: "ended" }, payment };
    }
    case "cancelledByBuyer":
      return cancel(booking, captured, payment, "buyer", "Changement de programme");
    case "cancelledByOwner":
      return cancel(booking, captured, payment, "owner", "Travaux imprévus sur place");
    default:
      throw new Error(`The story ${story} needs a venue whose owner validates: ${booking.key}`);
  }
}

function offered({ key, bookedAt, stay }: Booking, base: Reservation): ToldBooking {
  const history = [
    step("hold", bookedAt, "system", "Dates libérées, gardées par la liste d’attente"),
  ];
  const holdUntil = offerDeadline(bookedAt, stay.startDate);
  return {
    reservation: { ...base, history, holdUntil, offer: idFor(`wish:${key}`) },
    payment: null,
  };
}

/** As many days, a week later than they were reserved at first. */
function changed(reservation: Reservation, payment: Payment): ToldBooking {
  const { startDate, endDate, needValidation, history } = reservation;
  const former = { startDate: addDays(startDate, -7), endDate: addDays(endDate, -7) };
  const changedAt = addMinutes(payment.capturedAt ?? payment.authorisedAt, MINUTES_TO_CHANGE);
  const by = needValidation ? "owner" : "buyer";
  const textOf = (dates: typeof former) => formatPeriod(periodOf({ ...reservation, ...dates }));
  const dates = { step: "changed", from: textOf(former), to: textOf(reservation) } as const;
  history.push({ ...step("confirmed", changedAt, by, "Dates changées"), dates });
  return { reservation, payment, former };
}

/** Why an owner says no, as one of their kind would. */
const refusalBy = ({ type }: User) =>
  `Le lieu est retenu pour un événement ${type === "Collectivité" ? "public" : "privé"} à ces dates`;

function release(
  reservation: Reservation,
  history: HistoryEntry[],
  { by, why, at }: Pick<HistoryEntry, "by" | "why" | "at">,
  authorisedAt: Date,
): ToldBooking {
  history.push(
    step("cancelling", at, by, why),
    step("cancelled", at, "system", "Autorisation de paiement annulée"),
  );
  return {
    reservation: {
      ...reservation,
      status: "cancelled",
      cancellation: { by, why, at, refund: 0 },
    },
    payment: { authorisedAt, releasedAt: at },
  };
}

function cancel(
  { cancelledAt, key }: Booking,
  reservation: Reservation,
  payment: Payment,
  by: Actor,
  why: string,
): ToldBooking {
  if (!cancelledAt) throw new Error(`When was ${key} cancelled?`);
  const refund = refundDue({
    policy: reservation.policy,
    firstDay: reservation.startDate,
    today: parisDayOf(cancelledAt),
    paid: reservation.total,
    alreadyRefunded: 0,
    by,
  });
  const settled = refund > 0 ? "Remboursement effectué" : "Aucun remboursement prévu à cette date";
  reservation.history.push(
    step("cancelling", cancelledAt, by, why),
    step("cancelled", cancelledAt, "system", settled),
  );
  return {
    reservation: {
      ...reservation,
      status: "cancelled",
      refunded: refund,
      cancellation: { by, why, at: cancelledAt, refund },
    },
    payment: refund > 0 ? { ...payment, refund: { amount: refund, at: cancelledAt } } : payment,
  };
}

function preparationOf({ preparationBefore, preparationAfter }: Venue): Partial<Reservation> {
  return {
    ...(preparationBefore && { preparationBefore }),
    ...(preparationAfter && { preparationAfter }),
  };
}

function newReservation(booking: Booking, history: HistoryEntry[]): Reservation {
  const { key, venue, owner, buyer, stay, bookedAt } = booking;
  if (!owner.accountId) throw new Error(`${owner.email} has no payment account`);
  const price = quote({ period: stay.period, unitPrice: venue.price, units: unitsOf(stay) });
  return {
    _id: idFor(`reservation:${key}`),
    reference: `PDS-${codeFor(`reference:${key}`, 6, UNAMBIGUOUS)}`,
    venueId: venue._id,
    userId: buyer._id,
    ownerId: owner._id,
    accountId: owner.accountId,
    venueTitle: venue.title,
    venueCity: venue.city,
    ...stay,
    ...preparationOf(venue),
    units: price.units,
    unitPrice: price.unitPrice,
    feeThousandths: price.feeThousandths,
    subtotal: price.subtotal,
    fee: price.fee,
    commission: price.commission,
    total: price.total,
    ownerShare: price.ownerShare,
    platformShare: price.platformShare,
    policy: venue.cancellationPolicy,
    needValidation: venue.needValidation,
    status: "hold",
    attempt: 0,
    refunded: 0,
    hiddenByBuyer: false,
    requestKey: codeFor(`request:${key}`, 24, UNAMBIGUOUS),
    history,
    createdAt: bookedAt,
  };
}

function step(state: ReservationState, at: Date, by: Actor, why: string): HistoryEntry {
  return { state, at, by, why };
}
