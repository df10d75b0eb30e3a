/** The pages around a payment: recap, confirmation, failure. */
import { trusted } from "mongoose";
import { ReservationModel, type Lessor, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { LESSOR_FIELDS, lessorIn } from "~/accounts/lessor";
import { partiesOf } from "~/payments/movements";
import { addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { zoneOf, type Zone } from "~/platform/zones";
import { gaveNothing } from "~/rules/cancellation";
import { buyersMoney, buyersMoneyAtEnd, type Money } from "~/rules/money-words";
import { RECEIPT_PERSON_FIELDS } from "~/rules/receipt";
import { isCalledOff } from "~/rules/reservation-states";
import { dueBackOf } from "~/payments/due-back.server";
import { recordMoney } from "~/payments/ledger-money.server";
import { NOUN_OF_END, nounOfEnd, whatStands } from "../mail/cancellation-words";
import { hrefWithDays } from "../reserve/forms";
import { isPayable } from "../record/is-payable.server";
import { joinedReservation } from "../record/joined-reservation.server";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { receiptHolder, type ReceiptHolder } from "./receipt-holder";
import { withinPress } from "./start-payment.server";
import { syncReservation } from "./sync-reservation.server";

/** Whose reservation is asked for, and where: a page of another venue's has it not. */
interface Asked {
  buyerId: string;
  venueId?: string;
  now: Date;
}

/**
 * One reservation for its buyer's pages: recap, payment, confirmation, cancellation.
 *
 * @throws Refusal("not_found") when there is none such of this buyer's
 */
export async function requestPage(reservationId: string, asked: Asked): Promise<ReservationView> {
  const { reservation, zone } = await ownRequest(reservationId, asked);
  return viewOf(reservation, asked.now, zone);
}

/**
 * One reservation for the page that it is paid on, with who rents it out, null where they are gone, in whose name its receipt will be,
 * and whether it can be paid now.
 *
 * @throws Refusal("not_found") as `requestPage`
 */
export async function paymentPage(reservationId: string, asked: Asked): Promise<PaymentPage> {
  const { reservation, zone } = await ownRequest(reservationId, asked);
  const { ownerId, userId } = reservation;
  const people = await UserModel.find({ _id: trusted({ $in: [ownerId, userId] }) }, SIDES).lean();
  const present = (who: User["_id"]) =>
    people.find(({ _id, deletedAt }) => _id.equals(who) && !deletedAt);
  const buyer = present(userId);
  return {
    recap: viewOf(reservation, asked.now, zone),
    lessor: lessorIn(reservation, present(ownerId)),
    holder: buyer ? receiptHolder(buyer) : null,
    isPayable: await isPayable(reservation),
  };
}

interface PaymentPage {
  recap: ReservationView;
  lessor: Lessor | null;
  /** Null where the account was closed meanwhile. */
  holder: ReceiptHolder | null;
  isPayable: boolean;
}

/** What is read of both sides. */
const SIDES = `${LESSOR_FIELDS} ${RECEIPT_PERSON_FIELDS} deletedAt`;

/** With the time zone of where it takes place. */
interface OwnRequest {
  reservation: Reservation;
  zone: Zone;
}

async function ownRequest(reservationId: string, asked: Omit<Asked, "now">): Promise<OwnRequest> {
  const { buyerId, venueId } = asked;
  const found = await joinedReservation(reservationId, ["venue"]);
  if (found?.reservation.userId.toString() !== buyerId) throw new Refusal("not_found");
  const { reservation, venue } = found;
  if (venueId !== undefined && reservation.venueId.toString() !== venueId) {
    throw new Refusal("not_found");
  }
  // A supplement that was paid is its reservation's.
  return reservation.status === "joined"
    ? await ownRequest(partiesOf(reservation)._id.toString(), asked)
    : { reservation, zone: zoneOf(venue[0]?.postalCode) };
}

/** Seen by someone who comes back from paying. */
export interface PaidPage {
  request: ReservationView;
  title: string;
  noun: ReturnType<typeof nounOfEnd>;
  /** What was debited, given back or neither, as the ledger has it. */
  money: string;
  /** Of a supplement that came to nothing: what has become of the reservation whose dates it was for. */
  standing: string | null;
  hasReceipt: boolean;
  /** Of what is held: whether it can be paid now. */
  isPayable: boolean;
}

/**
 * The page after a payment. It asks for the payment's present state first, so that a late event
 * never shows a paid customer an unpaid page.
 *
 * @throws Refusal("not_found") when there is no such reservation of this buyer's
 */
export async function paidPage(reservationId: string, asked: Asked): Promise<PaidPage> {
  const settled = await settledRequest(reservationId, asked);
  const { request, money, due, isOfOther, noun } = settled;
  const isOver = request.state === "dead" || isCalledOff(request.state);
  const told = isOver ? buyersMoneyAtEnd(money, due, isOfOther) : buyersMoney(money, due);
  return {
    request,
    title: titleOf(request, noun, money),
    noun,
    money: settled.isKnown ? told : `${NOT_KNOWN} ${told}`,
    standing: await standingOf(request),
    hasReceipt: money.paid > 0,
    isPayable: settled.isPayable,
  };
}

/** Seen by someone whose payment did not come about. */
export interface FailedPage {
  /** While the days are held; null once they are not. */
  hold: ReservationView["hold"];
  /** Null where it cannot be paid. */
  retryHref: string | null;
  /** The venue with the days that were wanted, to choose anew. */
  venueHref: string;
  /** Of a supplement: its reservation, which it leaves as it is. */
  keptHref: string | null;
  /** As `PaidPage` has it. */
  standing: string | null;
  money: string;
}

/**
 * The page after a payment that was given up or refused. Stripe is asked first, as by `paidPage`.
 *
 * @returns null when there is something to show on the page after a payment instead
 * @throws Refusal("not_found") when there is no such reservation of this buyer's
 */
export async function failedPage(reservationId: string, asked: Asked): Promise<FailedPage | null> {
  const { request, money, isKnown, isPayable } = await settledRequest(reservationId, asked);
  const { id, venueId, hold, state, supplementTo } = request;
  if ((state !== "hold" && state !== "dead") || money.authorised + money.paid > 0) return null;
  return {
    hold,
    venueHref: hrefWithDays(request),
    retryHref: hold && isPayable ? `/reservation/${venueId}/paiement?demande=${id}` : null,
    keptHref: supplementTo && `/mes-demandes/${supplementTo.id}`,
    standing: await standingOf(request),
    money: isKnown ? buyersMoney(money) : `${NOT_KNOWN} ${buyersMoney(money)}`,
  };
}

async function standingOf({ state, supplementTo }: ReservationView): Promise<string | null> {
  if (state !== "dead" || !supplementTo) return null;
  // It may be called off by now, by either side or with its venue: the link to the payment is older.
  const own = await ReservationModel.findById(supplementTo.id, "status").lean();
  return own && whatStands(own);
}

/** For how long after its time to pay a dead hold's payment is still asked about. */
const DEAD_ASKED_MINUTES = 15;

const NOT_KNOWN =
  "L’état de ce paiement n’est pas encore vérifié\u00a0: rechargez la page dans quelques minutes.";

/** A reservation as it is once Stripe was asked, if it had to be and could be, with its money by the ledger. */
async function settledRequest(reservationId: string, asked: Asked) {
  const before = await ownRequest(reservationId, asked);
  const isAsked = isUnsettled(before.reservation, asked.now);
  const isKnown = !isAsked || (await isSynced(before.reservation, asked.now));
  const { reservation, zone } = isAsked ? await ownRequest(reservationId, asked) : before;
  const money = await recordMoney(reservation);
  const due = (await dueBackOf([reservation]))(reservation);
  const isOfOther = gaveNothing(reservation);
  return {
    ...{ request: viewOf(reservation, asked.now, zone), noun: nounOfEnd(reservation) },
    ...{ money, due, isOfOther, isKnown },
    isPayable: reservation.status !== "hold" || (await isPayable(reservation)),
  };
}

/**
 * A hold that looks dead by the clock may have been paid in its last minute. What ended it has read its payment
 * as closed, so that after a while there is nothing new to hear of one that is dead.
 */
function isUnsettled(
  { status, holdUntil, opening, checkoutSessionId, paymentIntentId }: Reservation,
  now: Date,
): boolean {
  if (!opening && !checkoutSessionId && !paymentIntentId) return false;
  if (status === "dead") return !holdUntil || addMinutes(holdUntil, DEAD_ASKED_MINUTES) > now;
  return status === "hold";
}

/**
 * Within the few seconds that someone may wait for a page; the job asks again. Nobody can have Stripe asked without
 * end, or its limit for the whole site is spent: past that, what is written down is shown.
 */
async function isSynced({ _id, userId }: Reservation, now: Date): Promise<boolean> {
  if (!(await isWithinLimit("payment_state", userId.toString()))) return false;
  const reservationId = _id.toString();
  const sync = syncReservation(reservationId, { now }).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== "unavailable") throw error;
      return false;
    },
  );
  return await withinPress({ reservationId }, sync, () => false);
}

function titleOf(
  { state, supplementTo }: ReservationView,
  noun: PaidPage["noun"],
  { paid, authorised }: Money,
): string {
  if (state === "hold") return "Paiement en cours";
  // What was paid too late for it comes back.
  if (supplementTo) return paid > 0 ? "Supplément annulé" : "Supplément non payé";
  if (state === "dead" || isCalledOff(state)) {
    return `${NOUN_OF_END[noun]} annulée`;
  }
  if (paid > 0) return "Paiement réussi\u00a0!";
  return authorised > 0 ? "Paiement autorisé" : "Votre réservation";
}
