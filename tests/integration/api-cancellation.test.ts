import { Types } from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { cancelByDay, cancelByPayment } from "~/bookings/cancel/api-cancellation.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";
import { day, now } from "../support/unchanging";

/**
 * Which reservation a call means by a day or by a payment, and who may call it off: whatever else lies around it. What
 * calling off does is asked elsewhere.
 */

vi.mock("~/bookings/cancel/cancel-reservation.server", () => ({ cancelReservation: vi.fn() }));

useDatabase();

const START = day(40);
const PAYMENT = "pi_meant";
/** In which there is nothing to call off. */
const OVER = ["hold", "dead", "joined", "cancelling", "cancelled"] as const;
let venue: Venue;
let owner: User;
let buyer: User;
let stranger: User;
const cancelAny = vi.fn();

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  venue = await createVenue(owner);
  [buyer, stranger] = [await createUser(), await createUser()];
  vi.mocked(cancelReservation).mockReset();
  cancelAny.mockReset();
});

/** One of those that lie around, in each other's days as it may be: paid by another payment, if it is said by none. */
const made = async (fields: Partial<Parameters<typeof createReservation>[0]> = {}) => {
  const _id = new Types.ObjectId();
  const one = { _id, venue, buyer, startDate: START, paymentIntentId: `pi_${_id.toString()}` };
  await BookedSlotModel.deleteMany();
  return await createReservation({ ...one, status: "confirmed", ...fields });
};
const madeAs = (fields: Parameters<typeof made>[0] = {}) =>
  made({ paymentIntentId: PAYMENT, ...fields });

const who = ({ _id }: User, mayAny = false) => ({
  ...{ id: _id.toString(), cancelAny: mayAny ? cancelAny : null },
});

const byDay = (person: ReturnType<typeof who>, fields: object = {}) =>
  cancelByDay({
    ...{ venueId: venue._id.toString(), buyerId: buyer._id.toString(), startDate: START },
    ...{ person, now, ...fields },
  });
const byPayment = (person: ReturnType<typeof who>, fields: object = {}) =>
  cancelByPayment({ paymentIntentId: PAYMENT, startDate: START, person, now, ...fields });

describe.each([
  ["by its day", byDay],
  ["by its payment", byPayment],
])("a reservation meant %s", (_how, cancel) => {
  /** Expects a call to call off this one, as this side of it, and no other. */
  async function expectCalledOff(of: Reservation, person: User, role: "buyer" | "owner") {
    const answer = { ...of, reference: "called off" };
    vi.mocked(cancelReservation).mockResolvedValueOnce(answer);
    expect(await cancel(who(person))).toBe(answer);
    const by = { role, userId: person._id.toString() };
    const asked = { reservationId: of._id.toString(), by, now };
    expect(vi.mocked(cancelReservation).mock.lastCall).toEqual([asked]);
  }

  it("is that one, whatever its buyer, its owner or the day has besides, for both sides", async () => {
    const around = async () => {
      await made({ venue: await createVenue(owner) });
      await made({ buyer: stranger });
      await made({ startDate: day(41) });
      for (const status of OVER) await made({ status });
    };
    await around();
    const meant = await madeAs();
    await around();
    await expectCalledOff(meant, buyer, "buyer");
    await expectCalledOff(meant, owner, "owner");
  });

  it("is called off for who may call off any, by what they call it off with", async () => {
    const meant = await madeAs();
    cancelAny.mockResolvedValueOnce("done");
    expect(await cancel(who(stranger, true))).toBe("done");
    expect(cancelAny.mock.calls).toEqual([[meant._id.toString()]]);
    expect(cancelReservation).not.toHaveBeenCalled();
    // Their own is theirs.
    await cancel(who(buyer, true));
    expect(cancelReservation).toHaveBeenCalledOnce();
    expect(cancelAny).toHaveBeenCalledOnce();
  });

  it.each(["cancelled", "cancelling"] as const)("stays %s", async (status) => {
    const { _id } = await madeAs({ status });
    for (const person of [who(buyer), who(owner), who(stranger, true)]) {
      expect(await cancel(person)).toMatchObject({ _id, status });
    }
    await expect(cancel(who(stranger))).rejects.toMatchObject({ code: "forbidden" });
    expect([vi.mocked(cancelReservation).mock.calls, cancelAny.mock.calls]).toEqual([[], []]);
  });

  it("is nobody else's", async () => {
    await madeAs();
    await expect(cancel(who(stranger))).rejects.toMatchObject({ code: "forbidden" });
    expect(cancelReservation).not.toHaveBeenCalled();
  });

  it.each<ReservationState>(["hold", "dead", "joined"])(
    "is none while it is %s",
    async (status) => {
      await madeAs({ status });
      for (const person of [who(buyer), who(stranger, true)]) {
        await expect(cancel(person)).rejects.toMatchObject({ code: "not_found" });
      }
    },
  );

  it("is none on another day", async () => {
    await madeAs({ startDate: day(41) });
    await expect(cancel(who(buyer))).rejects.toMatchObject({ code: "not_found" });
  });
});

it("who asks about a day of somebody else's is not told whether there is one", async () => {
  await expect(byDay(who(stranger))).rejects.toMatchObject({ code: "forbidden" });
  await expect(byDay(who(owner))).rejects.toMatchObject({ code: "forbidden" });
  await expect(byDay(who(stranger, true))).rejects.toMatchObject({ code: "not_found" });
});

it("there is nothing under what is no id", async () => {
  for (const fields of [{ venueId: "x" }, { buyerId: "x" }]) {
    await expect(byDay(who(owner), fields)).rejects.toMatchObject({ code: "not_found" });
  }
});

it("the payment of a supplement means the reservation that it was joined to", async () => {
  const [other, meant] = [await made(), await made()];
  const supplement = (of: Reservation, status: "joined" | "hold", paymentIntentId: string) =>
    made({
      ...{ status, paymentIntentId, startDate: day(50) },
      supplementTo: {
        ...{ reservation: of._id, startDate: of.startDate, endDate: of.endDate },
        ...{ startSlot: of.startSlot, endSlot: of.endSlot, total: of.total },
      },
    });
  await supplement(other, "joined", "pi_other");
  const { _id } = await supplement(meant, "hold", PAYMENT);
  await expect(byPayment(who(buyer))).rejects.toMatchObject({ code: "not_found" });
  await ReservationModel.updateOne({ _id }, { status: "joined" });
  await byPayment(who(buyer));
  const reservationId = meant._id.toString();
  expect(vi.mocked(cancelReservation).mock.calls).toMatchObject([[{ reservationId }]]);
  const elsewhere = { startDate: day(50) };
  await expect(byPayment(who(buyer), elsewhere)).rejects.toMatchObject({ code: "not_found" });
});
