import type { Actor } from "@models/enumerations";
import type { LedgerEntry } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { displayName } from "~/accounts/display-name";
import { formatDay, formatInstant, parisDayOf, todayInParis } from "~/platform/days";
import type { Cents } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { zoneOf, type Zone } from "~/platform/zones";
import { mapUrl } from "~/venues/map-url";
import { onSiteFacts, type PracticalFact } from "~/venues/practical-facts";
import { gaveNothing, previewCancellation, type CancelPreview } from "~/rules/cancellation";
import { datesTexts, mayChangeDates, timesChanged } from "~/rules/change-of-dates";
import { contactUntil, sharesContact } from "~/rules/contact";
import {
  afterTheirCause,
  lostWords,
  movementWords,
  stepWords,
  wordsToCome,
  type Side,
} from "~/rules/history-words";
import type { Due, Money } from "~/rules/money-words";
import { PARTS } from "~/rules/other-side";
import { deadlineText } from "~/rules/paris-time";
import { stepsOfTerms, type PolicyStep } from "~/rules/policy";
import { unitsText } from "~/rules/price";
import { isLet } from "~/rules/reservation-states";
import { dueBackOf } from "~/payments/due-back.server";
import { moneyOf, chargedBackIn } from "~/payments/balance";
import { isPayable } from "../record/is-payable.server";
import { requireOwn } from "../record/own-reservation.server";
import { joinedReservation, type Person, type Place } from "../record/joined-reservation.server";
import { reviewStep } from "../record/review-step";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { venueHref } from "../record/venue-href";
import { agreedAmong, unpaidAmong } from "../reserve/unpaid-supplements.server";
import { waitingChange, type WaitingDates } from "./waiting-change.server";

/** How to reach the other side of a confirmed reservation. */
export interface Contact {
  name: string;
  /** The association, company or authority that they stand for. */
  organisation: string | null;
  email: string;
  phone: string | null;
}

/** One line of a reservation's history, the earliest first. */
export interface HistoryLine {
  /** '24/05/2027 à 10 h 02' */
  when: string;
  text: string;
  /** It has yet to happen. */
  isToCome: boolean;
}

/** A reservation on its own page, as one of its two sides sees it. Amounts are cents. */
export interface ReservationPage {
  side: Side;
  request: ReservationView;
  /** What sentences call the other side: 'Hugo L.', an organisation's name; by its part once its account is closed. */
  other: string;
  /** Null until the reservation is confirmed, from 60 days after its last day, and once the account is closed. */
  contact: Contact | null;
  /** The last day on which the contact is shown, DD/MM/YYYY; null when nothing is. */
  contactUntil: string | null;
  /** Whether the other side's account is closed. */
  isGone: boolean;
  /** The venue's page; null when there is none that this side may see. */
  venueHref: string | null;
  /** The full address, shown as long as the contact is. */
  address: { street: string; town: string; mapUrl: string } | null;
  /** What the owner says about arriving, for the buyer of a confirmed reservation and for themself; not once it is called off. */
  arrival: string | null;
  /** What the venue's page says of coming and leaving, shown with it. */
  onSite: PracticalFact[];
  /** When its own payment was taken, and how the card's number ends; for the buyer, while there is no other payment. */
  paidBy: { on: string | null; cardLast4: string | null } | null;
  commission: Cents;
  ownerShare: Cents;
  /** By the ledger. */
  money: Money;
  /** What has yet to go back to the buyer. */
  refundOwed: Due;
  /** It was called off, and that itself gave nothing back. */
  gaveNothing: boolean;
  /** What cancelling gives back by when; `isNow` marks today's. */
  policySteps: (PolicyStep & { isNow: boolean })[];
  /** What this side would give back by cancelling now; null when it may not. */
  preview: CancelPreview | null;
  history: HistoryLine[];
  /** Who called it off, and whether it was confirmed by then; null: nobody did. `why`: where no person did. */
  calledOff: { by: Actor; why: string | null; wasConfirmed: boolean } | null;
  change: WaitingDates | null;
  /**
   * Dearer dates that are held until their supplement is paid, and until when; for the owner those that they
   * said yes to.
   */
  unpaidChange: {
    id: string;
    periodText: string;
    until: string;
    more: Cents;
    isAgreed: boolean;
    /** Not while its owner, who has said yes, can be paid nothing. */
    isPayable: boolean;
  } | null;
  /** Whether the buyer may have other dates now: they are shown the way, their owner is told. */
  mayChange: boolean;
  /** How often the dates were changed. */
  timesChanged: number;
  /** Whether it is over, and its buyer has said what they think of it, or may. */
  leadsToReview: boolean;
  /** The time zone of the venue. */
  zone: Zone;
}

/**
 * A reservation for its buyer's or its owner's own page, in one question; of a refund that is owed in three, and one more
 * while dates wait to be paid that its owner said yes to.
 *
 * @throws Refusal("not_found") when there is none such of this person's
 */
export async function reservationPage(
  reservationId: string,
  { side, userId }: { side: Side; userId: string },
  now: Date,
): Promise<ReservationPage> {
  const otherSide = side === "buyer" ? "owner" : "buyer";
  const found = await joinedReservation(reservationId, [
    ...([otherSide, "venue", "entries", "supplements"] as const),
    // Whoever let it is led to no review of it.
    ...(side === "buyer" ? (["reviews"] as const) : []),
  ]);
  const reservation = requireOwn(found?.reservation, { role: side, userId });
  const zone = zoneOf(found?.venue[0]?.postalCode);
  const request = viewOf(reservation, now, zone);
  if (!found || request.state === "dead") throw new Refusal("not_found");
  const {
    [otherSide]: [other],
    venue: [venue],
    entries,
    supplements,
    reviews,
  } = found;
  const supplement =
    request.state === "confirmed"
      ? side === "buyer"
        ? unpaidAmong(supplements, reservation, now)
        : agreedAmong(supplements, reservation, now)
      : null;
  const today = todayInParis(now);
  const money = moneyOf(entries);
  const { state } = request;
  const isShared = sharesContact(request, today);
  const contact = isShared ? contactOf(other) : null;
  const isOfUse = isShared && isLet(state);
  const isGone = !other || other.deletedAt !== undefined;
  const called = isGone ? PARTS[otherSide] : calledIn(reservation, side, other);
  return {
    side,
    request,
    other: called,
    contact,
    contactUntil: contact && formatDay(contactUntil(reservation.endDate)),
    isGone,
    venueHref: venueHref(side, request.venueId, venue),
    // A closed account leaves its venues without one.
    address: isShared && venue?.street ? addressOf(venue) : null,
    arrival: isOfUse ? (venue?.arrival ?? null) : null,
    onSite: isOfUse && venue ? onSiteFacts(venue) : [],
    paidBy: side === "buyer" ? paidBy(reservation, entries) : null,
    commission: reservation.commission,
    ownerShare: reservation.ownerShare,
    money,
    refundOwed: (await dueBackOf([reservation]))(reservation),
    gaveNothing: gaveNothing(reservation),
    policySteps: stepsOfTerms(reservation, today),
    preview: previewCancellation(reservation, side, now),
    history: [
      ...historyOf(reservation, entries, side, called),
      ...linesToCome(reservation, request, { side, other: called }),
    ],
    calledOff: whoCalledOff(reservation, request),
    change: waitingChange(reservation, now, zone),
    unpaidChange: supplement && {
      id: supplement._id.toString(),
      periodText: datesTexts(reservation, supplement).to,
      until: deadlineText(supplement.holdUntil!, zone),
      more: supplement.total,
      isAgreed: supplement.supplementTo?.agreed ?? false,
      isPayable: await isPayable(supplement),
    },
    mayChange: mayChangeDates(reservation, { by: side, contested: money.contested, venue }, now),
    timesChanged: timesChanged(reservation),
    leadsToReview:
      side === "buyer" &&
      state === "ended" &&
      reviewStep(reservation, venue, reviews.length > 0) !== null,
    zone,
  };
}

/** The owner as the contract has them, whatever they are called since. */
function calledIn({ lessor }: Reservation, side: Side, other: Person): string {
  return (side === "buyer" ? lessor?.name : undefined) ?? displayName(other);
}

function contactOf(other: Person | undefined): Contact | null {
  if (!other || other.deletedAt) return null;
  const { name, lastname, entityName, email, phone } = other;
  return {
    name: `${name} ${lastname}`.trim(),
    organisation: entityName ?? null,
    email,
    phone: phone ?? null,
  };
}

function addressOf(venue: Place): NonNullable<ReservationPage["address"]> {
  const { street, postalCode, city, country } = venue;
  return { street, town: `${postalCode} ${city}, ${country}`, mapUrl: mapUrl(venue) };
}

function whoCalledOff(
  { cancellation }: Reservation,
  { wasConfirmed }: ReservationView,
): ReservationPage["calledOff"] {
  if (!cancellation) return null;
  const { by, why } = cancellation;
  return { by, why: by === "system" ? why : null, wasConfirmed };
}

/** The day is the ledger's, as on the receipt and in the list: a request is paid on the day it is accepted. */
function paidBy(
  { chargeId, cardLast4, supplements = [] }: Reservation,
  entries: readonly LedgerEntry[],
): ReservationPage["paidBy"] {
  const taken = entries.find(({ type, stripeId }) => type === "captured" && stripeId === chargeId);
  if (supplements.length > 0 || (!taken && !cardLast4)) return null;
  return { on: taken ? formatDay(parisDayOf(taken.at)) : null, cardLast4: cardLast4 ?? null };
}

/** What people did and what the ledger moved, in one order. */
function historyOf(
  { history }: Reservation,
  entries: readonly LedgerEntry[],
  side: Side,
  other: string,
): HistoryLine[] {
  const steps = history.map((entry, index) => ({
    at: entry.at,
    text: stepWords({ ...entry, from: history[index - 1]?.state ?? null }, side, other),
  }));
  const movements = afterTheirCause(entries, history).map(({ type, amount, at }) => ({
    at,
    text: movementWords(type, amount, side),
  }));
  return [...steps, ...movements, ...lostInDispute(entries, side)]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap(({ at, text }) =>
      // Of a step that another release has stored no word is known: none at all, where none is told as null.
      text ? [{ when: formatInstant(at), text, isToCome: false }] : [],
    );
}

/** What the payer's bank decided to give back, where it has. */
function lostInDispute(entries: readonly LedgerEntry[], side: Side) {
  const amount = chargedBackIn(entries);
  const decided = entries.findLast(({ type }) => type === "dispute_closed");
  return amount > 0 && decided ? [{ at: decided.at, text: lostWords(amount, side) }] : [];
}

function linesToCome(
  reservation: Reservation,
  request: ReservationView,
  { side, other }: { side: Side; other: string },
): HistoryLine[] {
  const { answerBy = null, startDate, endDate } = reservation;
  const known = { state: request.state, startDate, endDate, answerBy, length: unitsText(request) };
  return wordsToCome(known, side, other).map(({ at, text }) => ({
    when: typeof at === "string" ? formatDay(at) : formatInstant(at),
    text,
    isToCome: true,
  }));
}
