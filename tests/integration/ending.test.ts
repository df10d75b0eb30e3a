import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ReservationModel } from "@models/reservation";
import { endReservations } from "~/bookings/record/transition.server";
import { addDays, todayInParis } from "~/platform/days";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/** What becomes of very many reservations that are over at once. */

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => void vi.restoreAllMocks());

const now = new Date();
const MANY = 450;

const stillConfirmed = () => ReservationModel.countDocuments({ status: "confirmed" });

it("ends them some at a time, whichever of them cannot be", async () => {
  const venue = await createVenue(await createOwner());
  const over = { status: "confirmed", startDate: addDays(todayInParis(now), -3) } as const;
  const one = await createReservation({ venue, buyer: await createUser(), ...over });
  const { _id, ...like } = one;
  await ReservationModel.insertMany(
    Array.from({ length: MANY - 1 }, (_, index) => ({
      ...{ ...like, reference: `PDS-FIN${index}`, requestKey: `fin-${index}` },
    })),
  );
  const update = ReservationModel.updateMany.bind(ReservationModel) as (
    ...asked: unknown[]
  ) => never;
  const sizes: number[] = [];
  const broken = vi.spyOn(ReservationModel, "updateMany").mockImplementation((...asked) => {
    const ids = (asked[0] as { _id?: { $in: { equals: (id: unknown) => boolean }[] } })._id?.$in;
    sizes.push(ids?.length ?? Infinity);
    if (!ids || ids.some((id) => id.equals(_id))) throw new Error("Not these");
    return update(...asked);
  });
  await expect(endReservations(now)).rejects.toThrow("reservations not ended");
  expect(sizes).toEqual([200, 200, 50]);
  expect(await stillConfirmed()).toBe(200);
  broken.mockRestore();
  expect(await endReservations(now)).toBe(200);
  expect(await stillConfirmed()).toBe(0);
});
