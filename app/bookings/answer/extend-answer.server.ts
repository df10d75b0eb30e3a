import { type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { LedgerEntryModel } from "@models/ledger-entry";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { isAccountOpen } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { answerDeadline, latestAnswer } from "~/rules/reservation-states";
import { requestKey, unaskedInTime } from "../mail/asking-mails.server";
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
  const { status, answerBy } = reservation;
  const latest = await latestOf(reservation, session);
  const isAwaited = status === "pending" && answerBy && answerBy > now && latest;
  if (!isAwaited || !(await isAccountOpen(reservation.ownerId, session))) {
    throw new Refusal("answer_not_awaited");
  }
  return { reservation, answerBy, latest };
}

/** Until when its answer can be awaited at most; null for one that nothing was authorised for. */
async function latestOf(reservation: Reservation, session?: ClientSession): Promise<Date | null> {
  const authorised = await LedgerEntryModel.findOne(
    { reservation: reservation._id, type: "authorised" },
    null,
    { session },
  ).lean();
  return authorised && latestAnswer(authorised.at, reservation);
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

/** A request whose time to be answered is over. */
export type Late = Pick<Reservation, "_id" | "answerBy">;

/**
 * Puts off the time of those whose owners were not asked within it, for no mail left: by the ordinary one, as far as their
 * answers can be awaited at all. Both sides are told. What stays due had its time, or has no more, or its buyer saw that it was
 * over and removed it: they would pay for what they cannot see.
 */
export async function putOffUnasked(late: readonly Late[], now: Date): Promise<void> {
  const unasked = await unaskedInTime(
    late.map(({ _id, answerBy }) => ({ key: requestKey(_id), until: answerBy! })),
    now,
  );
  if (unasked.size === 0) return;
  await inTransaction(async (session) => {
    const extended: Reservation[] = [];
    for (const request of late) {
      if (!unasked.has(requestKey(request._id))) continue;
      const after = await putOff(request, now, session);
      if (after) extended.push(after);
    }
    const notices = extended.map((reservation) => ({ news: "extended", reservation }) as const);
    await queueReservationMails(notices, session);
  });
  await enqueue("send-mails");
}

async function putOff(
  { _id, answerBy }: Late,
  now: Date,
  session: ClientSession,
): Promise<Reservation | null> {
  const request = await ReservationModel.findById(_id, null, { session }).lean();
  const latest = request && (await latestOf(request, session));
  // Who is banned cannot answer any more: what awaits their answer runs out.
  if (!latest || request.hiddenByBuyer || !(await isAccountOpen(request.ownerId, session)))
    return null;
  const ordinary = answerDeadline(now, request);
  const after = ordinary < latest ? ordinary : latest;
  if (after <= now) return null;
  return await updateAndRead(
    ReservationModel,
    { _id, status: "pending", answerBy, hiddenByBuyer: false },
    { $set: { answerBy: after } },
    { session },
  );
}
