/** A supplement that was paid, and the reservation that has its dates from then on. */
import type { ClientSession } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { datesTexts, ownCharge, takesSupplement, withSupplement } from "~/rules/change-of-dates";
import { paidParts } from "~/rules/paid-parts";
import { queueChangeMails } from "../mail/change-mails.server";
import { leaveFor } from "./change-slots.server";
import { endWaitsFor } from "./own-days.server";

/** The reservation is no longer what the supplement was worked out for. */
export class SupplementOutdated extends Error {}

/**
 * Gives a reservation the dates of a supplement that was paid, and its price, in the transaction that writes
 * that payment down: the half days that were held for it become the reservation's, those that it no longer
 * needs are free, both sides are told.
 *
 * @param supplement its record, `joined`
 * @throws SupplementOutdated
 */
export async function joinReservation(
  supplement: Reservation,
  at: Date,
  session: ClientSession,
): Promise<void> {
  const { startDate, endDate, startSlot, endSlot, total, platformShare } = supplement;
  const { refunded, chargedBack } = supplement;
  const _id = supplement.supplementTo!.reservation;
  const before = await ReservationModel.findById(_id, null, { session }).lean();
  if (!before || !takesSupplement(before, supplement)) throw new SupplementOutdated();
  const dates = { step: "changed", ...datesTexts(before, supplement) } as const;
  const why = "Dates changées par le client, supplément payé";
  const reservation = await updateAndRead(
    ReservationModel,
    { _id, status: "confirmed", total: before.total },
    {
      $set: {
        ...{ startDate, endDate, startSlot, endSlot },
        ...withSupplement(before, supplement),
        charged: ownCharge(paidParts(before)[0]!),
      },
      $push: {
        supplements: {
          ...{ id: supplement._id, total, platformShare, returned: 0, refunded },
          ...(chargedBack !== undefined && { chargedBack }),
        },
        history: { state: "confirmed", at, by: "buyer", why, dates },
      },
    },
    { session },
  );
  if (!reservation) throw new SupplementOutdated();
  await BookedSlotModel.updateMany(
    { reservation: supplement._id },
    { $set: { reservation: _id } },
    { session },
  );
  await leaveFor(before, supplement, session);
  // Until then they have the old days beside the new ones.
  await endWaitsFor(reservation, session);
  const shareBefore = before.ownerShare;
  await queueChangeMails("changed", { reservation, dates, more: total, shareBefore }, session);
}

/** Keeps what was given back of a supplement with its reservation, in the transaction that writes it down. */
export async function mirrorRefund(
  { _id, supplementTo, refunded, chargedBack }: Reservation,
  session: ClientSession,
): Promise<void> {
  const reservation = await ReservationModel.findById(
    supplementTo!.reservation,
    { supplements: 1 },
    { session },
  ).lean();
  const place = reservation?.supplements?.findIndex(({ id }) => id.equals(_id)) ?? -1;
  if (!reservation || place < 0) throw new Error(`Supplement ${_id.toString()} is nobody's`);
  const known = reservation.supplements![place]!;
  if (known.refunded === refunded && known.chargedBack === chargedBack) return;
  const field = `supplements.${place}`;
  const set = {
    [`${field}.refunded`]: refunded,
    ...(chargedBack !== undefined && { [`${field}.chargedBack`]: chargedBack }),
  };
  await ReservationModel.updateOne({ _id: reservation._id }, { $set: set }, { session });
}
