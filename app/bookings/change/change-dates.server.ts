import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { withMutex } from "~/platform/concurrency/keyed-mutex";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { orClosed, requireOpenVenue } from "~/venues/bookable-venue.server";
import { keepVenueOpen } from "~/venues/keep-venue-open.server";
import { zoneOfVenue } from "~/venues/zone-of-venue.server";
import {
  formatPeriod,
  isSameStay,
  periodOf,
  validateRequest,
  type RawStayRequest,
} from "~/rules/calendar";
import {
  changeObstacle,
  changeTo,
  dearerBy,
  isOverdue,
  slotsBeyond,
  wasWithdrawnLast,
  whyNoneWait,
  type NewTerms,
} from "~/rules/change-of-dates";
import { returnedByChanges } from "~/rules/paid-parts";
import { deadlineText } from "~/rules/paris-time";
import { isTimeRefusal } from "~/rules/time-rules";
import { limitOf } from "~/rules/time-rule-words";
import { buyersMoney, type Money } from "~/rules/money-words";
import { moneyOf } from "~/payments/balance";
import { dueBackOf } from "~/payments/due-back.server";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { endChange, endOverdueChange } from "../record/end-change.server";
import { joinedReservation } from "../record/joined-reservation.server";
import { clearPast, isPast } from "../reserve/clear-obstacles.server";
import { takenAmong } from "../reserve/take-days.server";
import { applyChange } from "./apply-change.server";
import { askOwner } from "./ask-owner.server";
import { guardsOfBuyer, requireNotTooOften, requireWithinDays } from "./change-bounds.server";
import { agreedAmong, endSupplements } from "../reserve/unpaid-supplements.server";
import { holdSupplement } from "./hold-supplement.server";
import { requireHoldable } from "./supplement-record.server";

/** How often others may get in between: days that can be cleared, or the reservation itself. */
const TRIES = 3;

/**
 * What became of a buyer's wish: the dates are `changed`, the owner has to say yes first (`asked`), or they
 * are held until what they cost more is paid (`to_pay`).
 */
export type ChangeMade =
  | { kind: "changed" | "asked"; reservation: Reservation }
  | { kind: "to_pay"; reservation: Reservation; supplement: Reservation };

/** A buyer's own reservation with what other dates make of it. */
export interface OwnChange {
  reservation: Reservation;
  terms: NewTerms;
  /** What was held for other dates of it, and is given up for these. */
  supplements: readonly Reservation[];
  /** The owner has to say yes: their venue asks for it today. */
  needsYes: boolean;
}

/** A reservation whose dates may be changed. */
export interface Changeable {
  reservation: Reservation;
  /** What was held for dearer dates of it, whatever became of that. */
  supplements: Reservation[];
  venue: Venue;
  /** Whether the owner's account can be paid: while it cannot, there are no dates that cost more. */
  takesPayment: boolean;
}

/**
 * A buyer's reservation whose dates may be changed, without what waited too long for a yes.
 *
 * @throws Refusal("not_found" | "venue_closed" | "own_venue" | "change_contested"), and those of `changeObstacle`
 */
export async function findChangeable(
  reservationId: string,
  buyerId: string,
  now: Date,
): Promise<Changeable> {
  const found = await joinedReservation(reservationId, ["entries", "supplements"]);
  if (found?.reservation.userId.toString() !== buyerId || found.reservation.status === "dead") {
    throw new Refusal("not_found");
  }
  const { reservation, entries, supplements } = found;
  const obstacle = changeObstacle(reservation, now);
  if (obstacle) throw new Refusal(obstacle);
  requireUncontested(moneyOf(entries));
  const venueId = reservation.venueId.toString();
  const { venue, accountId } = await orClosed(requireOpenVenue(venueId, buyerId));
  return { reservation, supplements, venue, takesPayment: accountId !== null };
}

/**
 * Nothing goes back of a payment while the payer's bank decides on it, so that no date can have another price.
 *
 * @throws Refusal("change_contested")
 */
export function requireUncontested({ contested }: Money): void {
  if (contested > 0) throw new Refusal("change_contested");
}

/**
 * What other dates would make of a reservation, by the rules of time that its venue has today.
 *
 * @throws Refusal with the calendar's and the venue's codes, or "change_same"; where they cost more,
 * "venue_closed" and those of `requireHoldable`
 */
export function termsFor(
  { reservation, venue, takesPayment }: Changeable,
  raw: RawStayRequest,
  now: Date,
): NewTerms {
  const { period } = reservation;
  const checked = validateRequest(raw, { period, today: todayInParis(now), rules: venue });
  if (!checked.ok) {
    const { code } = checked;
    throw new Refusal(code, { ...(isTimeRefusal(code) && { limit: limitOf(code, venue) }) });
  }
  const change = changeTo(reservation, checked.stay);
  if (!change.ok) throw new Refusal(change.code);
  const { terms } = change;
  if (dearerBy(reservation, terms) > 0) {
    if (!takesPayment) throw new Refusal("venue_closed");
    requireHoldable(reservation, terms);
  }
  return terms;
}

/**
 * Changes the dates of a confirmed reservation without cancelling it: new half days are taken and old ones
 * freed in one transaction, and what the new dates cost less is given back. Where the venue asks for its
 * owner's yes the new half days are held beside the old ones until they answer; where the new dates cost
 * more, until that is paid: at once, or once the owner has said yes. Asked for again after that yes, they are
 * there to be paid.
 *
 * @param request.expectedTotal cents that the buyer was shown for the new dates
 * @throws Refusal as `findChangeable`, `termsFor`, `holdSupplement` and `askOwner`, "change_too_often" with the time to wait,
 * "change_outdated", "days_taken" or "unavailable"
 */
export async function changeDates(request: {
  reservationId: string;
  buyerId: string;
  raw: RawStayRequest;
  expectedTotal?: number;
  /** The client's address, by which unpaid holds are bounded too. */
  ip?: string;
  now: Date;
}): Promise<ChangeMade> {
  const { reservationId, buyerId, raw, expectedTotal, ip, now } = request;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const found = await findChangeable(reservationId, buyerId, now);
    const { reservation } = found;
    const needsYes = found.venue.needValidation;
    if (isOverdue(reservation, now)) {
      await endOverdueChange(reservation, now);
      continue;
    }
    const terms = termsFor(found, raw, now);
    if (expectedTotal !== undefined && expectedTotal !== terms.total) {
      throw new Refusal("change_outdated");
    }
    const agreed = agreedAmong(found.supplements, reservation, now);
    if (agreed && isSameStay(agreed, terms)) {
      return { kind: "to_pay", reservation, supplement: agreed };
    }
    if (dearerBy(reservation, terms) > 0 && !needsYes) {
      const supplement = await holdSupplement({ reservation, terms }, { ip, now });
      // Nothing bounds what an owner said yes to, so that a hold of other half days does not end it.
      if (agreed) await endSupplements(reservation._id, now, { kept: supplement._id });
      return { kind: "to_pay", reservation, supplement };
    }
    await requireNotTooOften(reservation, now);
    const { supplements } = found;
    const made = await makeChange({ reservation, terms, supplements, needsYes }, now);
    if (made) return made;
  }
  throw new Refusal("unavailable");
}

/** One try; null when it is worth another: somebody changed the reservation, or days were cleared. */
async function makeChange(own: OwnChange, now: Date): Promise<ChangeMade | null> {
  const { reservation, terms, needsYes } = own;
  const ids = slotsBeyond(reservation, terms, reservation).map(({ _id }) => _id);
  if (await clearWay(reservation, ids, now)) return null;
  // Nothing of theirs is ended for what they may not hold instead.
  if (needsYes) await requireWithinDays(own, now);
  await endSupplements(reservation._id, now);
  try {
    const guards = needsYes ? guardsOfBuyer(reservation) : [];
    return await withMutex([...ids, ...guards], async () => {
      const after = needsYes ? await askOwner(own, now) : await changeNow(own, now);
      return after && { kind: needsYes ? "asked" : "changed", reservation: after };
    });
  } catch (error) {
    // Somebody was faster: the next look finds who, and whether they can be cleared away.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/**
 * Clears away what has some half days past its time. What is held for other dates of the reservation itself is
 * no obstacle.
 *
 * @returns whether there was anything
 * @throws Refusal("days_taken") when somebody has any of them
 */
async function clearWay(
  { _id }: Reservation,
  slotIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const taken = await takenAmong(slotIds);
  if (taken.length === 0) return false;
  if (taken.some(({ reservation }) => !reservation)) throw new Refusal("days_taken");
  const ids = taken.map(({ reservation }) => reservation!);
  const holders = await ReservationModel.find({ _id: trusted({ $in: ids }) }).lean();
  const isOwn = ({ supplementTo }: Reservation) => supplementTo?.reservation.equals(_id) ?? false;
  const alive = holders.filter(({ status }) => status !== "dead");
  const others = alive.filter((holder) => !isOwn(holder) || isPast(holder, now));
  if (!others.every((holder) => isPast(holder, now))) throw new Refusal("days_taken");
  await clearPast(others, now);
  return others.length > 0;
}

async function changeNow({ reservation, terms }: OwnChange, now: Date) {
  return await applyChange(reservation, {
    terms,
    by: "buyer",
    why: "Dates changées par le client",
    now,
    also: (session) => keepVenueOpen(reservation.venueId, session),
  });
}

/**
 * The buyer no longer wants the dates that wait for a yes. Given up before, in another window or by a second press,
 * they stay so.
 *
 * @throws Refusal("not_found" | "already_answered" | "change_overtaken" | "answer_not_awaited")
 */
export async function withdrawChange(
  reservationId: string,
  buyerId: string,
  now: Date,
): Promise<Reservation> {
  const reservation = await ReservationModel.findById(reservationId).lean();
  if (reservation?.userId.toString() !== buyerId) throw new Refusal("not_found");
  const why = "Retirée par le client";
  const after = await endChange(reservation, { step: "withdrawn", by: "buyer", why }, now);
  if (after) return after;
  const present = (await ReservationModel.findById(reservationId).lean()) ?? reservation;
  if (!wasWithdrawnLast(present)) throw new Refusal(whyNoneWait(present));
  return present;
}

/** Where the buyer goes on: to their reservation, or to the payment of what its new dates cost more. */
export function changedHref(made: ChangeMade): string {
  if (made.kind !== "to_pay") return `/mes-demandes/${made.reservation._id.toString()}`;
  const { _id, venueId } = made.supplement;
  return `/reservation/${venueId.toString()}/paiement?demande=${_id.toString()}`;
}

/** What to tell the buyer, the money by the ledger as far as it has come. */
export async function changeToast({ kind, reservation, ...made }: ChangeMade): Promise<string> {
  if (kind === "asked") {
    const zone = await zoneOfVenue(reservation.venueId);
    const until = deadlineText(reservation.change!.until, zone);
    return `Votre demande est transmise au propriétaire. Il répond au plus tard le ${until}.`;
  }
  if ("supplement" in made) return "Vos dates changent dès que le supplément est payé.";
  const text = `Vos dates sont changées\u00a0: ${formatPeriod(periodOf(reservation))}.`;
  if (returnedByChanges(reservation) === 0) return text;
  const money = (await ledgerMoney([reservation._id]))(reservation._id);
  const due = (await dueBackOf([reservation]))(reservation);
  return `${text} ${buyersMoney(money, due)}`;
}
