import { trusted } from "mongoose";
import { expect } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel, type Reservation } from "@models/reservation";
import { slotId, type StayRequest } from "~/rules/calendar";
import { heldSlots } from "~/rules/preparation";
import { holdsDays } from "~/rules/reservation-states";

/**
 * Expects that every reservation which holds its days has all of its half days, its preparation and those of
 * new dates that wait for a yes among them, that no other has
 * any, and that no half day belongs to two.
 *
 * @returns the reservations
 */
export async function expectSlotsToAgree(): Promise<Reservation[]> {
  const reservations = await ReservationModel.find().lean();
  const slots = await BookedSlotModel.find({ reservation: trusted({ $exists: true }) }).lean();
  const held = slots.map(({ _id, reservation }) => `${_id} ${reservation!.toString()}`);
  const due = reservations
    .filter(({ status }) => holdsDays(status))
    .flatMap((reservation) => {
      const { change, period, supplementTo } = reservation;
      const idsOf = (dates: StayRequest) =>
        heldSlots(dates, reservation).map((slot) => slotId(reservation.venueId.toString(), slot));
      // Of a supplement those that its reservation did not have.
      const known = new Set(supplementTo ? idsOf({ ...supplementTo, period }) : []);
      const ids = [reservation, ...(change ? [{ ...change, period }] : [])]
        .flatMap(idsOf)
        .filter((id) => !known.has(id));
      return [...new Set(ids)].map((id) => `${id} ${reservation._id.toString()}`);
    });
  expect(held.sort()).toEqual(due.sort());
  expect(new Set(slots.map(({ _id }) => _id)).size).toBe(slots.length);
  return reservations;
}
