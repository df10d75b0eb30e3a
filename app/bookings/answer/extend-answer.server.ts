import { type ClientSession } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { isAccountOpen } from "~/accounts/keep-account-open.server";
import { addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { latestAnswer } from "~/rules/reservation-states";
import { queueReservationMails } from "../mail/mails.server";

/** A request that awaits its answer, and until when it may do so at most. */
export interface AwaitedAnswer {
  reservation: Reservation;
  answerBy: Date;
  latest: Date;
}

/**
 * A request that awaits its answer at `now`, of an owner who may still give one.
 *
 * @throws Refusal("not_found" | "answer_not_awaited")
 */
export async function awaitedAnswer(
  reservationId: string,
  now: Date,
  session?: ClientSession,
): Promise<AwaitedAnswer> {
  const reservation = await ReservationModel.findById(reservationId, null, { session }).lean();
  if (!reservation) throw new Refusal("not_found");
  const { _id, status, answerBy } = reservation;
  const authorised = await LedgerEntryModel.findOne(
    { reservation: _id, type: "authorised" },
    null,
    {
      session,
    },
  ).lean();
  const isAwaited = status === "pending" && answerBy && answerBy > now && authorised;
  if (!isAwaited || !(await isAccountOpen(reservation.ownerId, session))) {
    throw new Refusal("answer_not_awaited");
  }
  return { reservation, answerBy, latest: latestAnswer(authorised.at, reservation) };
}

/**
 * Gives an owner so many hours more to answer, in the caller's transaction, and tells both sides.
 *
 * @param seen the deadline in milliseconds as whoever asks was shown it: what another has put off since is put off no further
 * @throws Refusal("not_found" | "answer_not_awaited" | "deadline_changed" | "extension_too_long")
 */
export async function extendAnswer(
  {
    reservationId,
    hours,
    seen,
    now,
  }: { reservationId: string; hours: number; seen: number; now: Date },
  session: ClientSession,
): Promise<void> {
  const { reservation, answerBy, latest } = await awaitedAnswer(reservationId, now, session);
  if (answerBy.getTime() !== seen) throw new Refusal("deadline_changed");
  const after = addMinutes(answerBy, hours * 60);
  if (after > latest) throw new Refusal("extension_too_long", { field: "hours" });
  const extended = await updateAndRead(
    ReservationModel,
    { _id: reservation._id, status: "pending", answerBy },
    { $set: { answerBy: after } },
    { session },
  );
  if (!extended) throw new Refusal("answer_not_awaited");
  await queueReservationMails([{ news: "extended", reservation: extended }], session);
}
