/** An owner's answer to other dates, from their page of the reservation or from the mail's link. */
import type { DatesStep } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { isAccountOpen } from "~/accounts/keep-account-open.server";
import type { Cents } from "~/platform/money";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { Refusal } from "~/platform/refusal";
import type { InputData } from "~/platform/web/input";
import { zoneOf, type Zone } from "~/platform/zones";
import {
  datesTexts,
  changeTo,
  dearerBy,
  isWaiting,
  refundObstacle,
  whyNoneWait,
  type NewTerms,
} from "~/rules/change-of-dates";
import { zoneOfVenue } from "~/venues/zone-of-venue.server";
import { deadlineText } from "~/rules/paris-time";
import { keptReason } from "~/rules/reason";
import type { AnswerKind } from "../answer/answer-page.server";
import type { Answer } from "../answer/answer-request.server";
import type { changeAnswerInput } from "../answer/forms";
import { receivedRequest, type ReceivedRequest } from "../answer/received-request.server";
import { endChange } from "../record/end-change.server";
import { joinedReservation } from "../record/joined-reservation.server";
import { agreedAmong } from "../reserve/unpaid-supplements.server";
import { agreeToChange } from "./agree-to-change.server";
import { applyChange } from "./apply-change.server";
import { requireUncontested } from "./change-dates.server";

/** New dates that an owner is about to answer. */
export interface ChangeToAnswer {
  request: ReceivedRequest;
  /**
   * Null when none wait any more. `asked` is when they were asked for, to be said with the answer; `more`: cents
   * that the buyer would have to pay first.
   */
  change: { asked: string; to: string; until: string; ownerShare: number; more: Cents } | null;
  /** New dates that were said yes to, and until when the buyer may pay what they cost more. */
  agreed: { to: string; until: string } | null;
  /** What was done last about its dates; null where nothing ever was. */
  last: DatesStep | null;
}

/** @throws Refusal("not_found") */
export async function changeAnswerPage(answer: Answer): Promise<ChangeToAnswer> {
  const { reservationId, now } = answer;
  const found = await joinedReservation(reservationId, ["buyer", "venue", "supplements"]);
  const reservation = await requireReceived(found?.reservation, answer);
  const zone = zoneOf(found?.venue[0]?.postalCode);
  const supplement = agreedAmong(found?.supplements ?? [], reservation, now);
  return {
    request: receivedRequest(reservation, found?.buyer[0], now, zone),
    change: isWaiting(reservation, now) ? toAnswer(reservation, zone) : null,
    agreed: supplement && {
      to: datesTexts(reservation, supplement).to,
      until: deadlineText(supplement.holdUntil!, zone),
    },
    last: reservation.history.findLast(({ dates }) => dates)?.dates?.step ?? null,
  };
}

function toAnswer(reservation: Reservation, zone: Zone): ChangeToAnswer["change"] {
  const terms = termsOf(reservation);
  const { at, until } = reservation.change!;
  return {
    asked: at.toISOString(),
    to: datesTexts(reservation, terms).to,
    until: deadlineText(until, zone),
    ownerShare: terms.ownerShare,
    more: dearerBy(reservation, terms),
  };
}

/**
 * Accepts or refuses the new dates; of several answers at once, one counts. Dearer ones are accepted to be paid.
 *
 * @param said.asked which dates it answers, as `changeAnswerPage` gave it: a buyer may withdraw theirs and ask for others
 * while the owner reads
 * @param said.why a refusal's reason, shown to the buyer
 * @param said.keepClosed a refusal leaves the days that were asked for closed
 * @returns what to tell the owner
 * @throws Refusal("not_found" | "already_answered" | "change_overtaken" | "answer_not_awaited" | "change_outdated" | "change_contested" |
 * "change_refund"), and those of `agreeToChange`
 */
export async function answerChange(
  kind: AnswerKind,
  answer: Answer,
  { asked, why, keepClosed }: Partial<InputData<typeof changeAnswerInput>>,
): Promise<string> {
  const { now } = answer;
  const reservation = await findAsked(answer, asked);
  if (kind === "refuser") {
    const refused = await endChange(
      reservation,
      { step: "refused", by: "owner", why: keptReason(why), keepClosed },
      now,
    );
    if (!refused) throw await whyNoMore(answer, asked);
    return "Les dates demandées sont refusées. La réservation reste comme elle est.";
  }
  requireUncontested((await ledgerMoney([reservation._id]))(reservation._id));
  const obstacle = refundObstacle(reservation);
  if (obstacle) throw new Refusal(obstacle);
  const terms = termsOf(reservation);
  if (dearerBy(reservation, terms) > 0) {
    const supplement = await agreeToChange(reservation, terms, now);
    if (!supplement) throw await whyNoMore(answer, asked);
    const until = deadlineText(supplement.holdUntil!, await zoneOfVenue(reservation.venueId));
    return `Les nouvelles dates sont acceptées. Elles remplacent les anciennes dès que le client a payé la différence, au plus tard le ${until}.`;
  }
  const accepted = await applyChange(reservation, {
    terms,
    by: "owner",
    why: "Nouvelles dates acceptées par le propriétaire",
    now,
  });
  if (!accepted) throw await whyNoMore(answer, asked);
  return "Les nouvelles dates sont acceptées, et le client prévenu.";
}

/**
 * The reservation, while the dates that are answered wait.
 *
 * @throws Refusal("not_found" | "already_answered" | "change_overtaken" | "answer_not_awaited" | "change_outdated")
 */
async function findAsked(answer: Answer, asked: string | undefined): Promise<Reservation> {
  const reservation = await findReceived(answer);
  if (!isWaiting(reservation, answer.now)) throw new Refusal(whyNoneWait(reservation));
  if (reservation.change!.at.toISOString() !== asked) throw new Refusal("change_outdated");
  return reservation;
}

/**
 * What to say of a reservation that is not as it was read any more: it may have been answered, but money may have gone
 * back as well.
 *
 * @throws Refusal as of `findAsked`
 */
async function whyNoMore(answer: Answer, asked: string | undefined): Promise<Refusal> {
  const reservation = await findAsked(answer, asked);
  return new Refusal(refundObstacle(reservation) ?? "change_outdated");
}

async function findReceived(answer: Answer): Promise<Reservation> {
  return await requireReceived(
    await ReservationModel.findById(answer.reservationId).lean(),
    answer,
  );
}

/** A mail's link outlives its owner's ban; what it would answer runs out instead. */
async function requireReceived(
  reservation: Reservation | null | undefined,
  { ownerId }: Answer,
): Promise<Reservation> {
  if (!reservation || reservation.status === "hold" || reservation.status === "dead") {
    throw new Refusal("not_found");
  }
  if (ownerId !== null && reservation.ownerId.toString() !== ownerId) {
    throw new Refusal("not_found");
  }
  if (!(await isAccountOpen(reservation.ownerId))) throw new Refusal("not_found");
  return reservation;
}

function termsOf(reservation: Reservation): NewTerms {
  const made = reservation.change && changeTo(reservation, reservation.change);
  if (!made?.ok) throw new Error(`No change to make of ${reservation._id.toString()}`);
  return made.terms;
}
