import { sandbox, stored } from "../support/payments";
import type * as timers from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Stripe from "stripe";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import type { Venue } from "@models/venue";
import {
  claimAttempt,
  openClaimed,
  payAgainIfAdopted,
} from "~/bookings/payment/claim-attempt.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";
import { day, now } from "../support/unchanging";

/** Who may open a payment, when others open, end or change the same one meanwhile: pause by pause, at a clock of our own. */

const { clock } = vi.hoisted(() => ({
  clock: {
    pauses: 0,
    /** What happens in a pause, by its number. */
    during: (_pause: number): Promise<unknown> => Promise.resolve(),
    /** What happens right before a claim is written, by its number. */
    beforeClaim: (_claim: number): Promise<unknown> => Promise.resolve(),
    claims: 0,
  },
}));

vi.mock("node:timers/promises", async (original) => {
  const real = await original<typeof timers>();
  const setTimeout = async (ms: number, ...rest: never[]): Promise<unknown> => {
    if (ms !== 150) return await real.setTimeout(ms, ...rest);
    clock.pauses += 1;
    vi.setSystemTime(Date.now() + ms);
    return await clock.during(clock.pauses);
  };
  return { ...real, default: real, setTimeout };
});
vi.mock("~/payments/customers.server", () => ({
  async ensureCustomer() {
    clock.claims += 1;
    await clock.beforeClaim(clock.claims);
    return "cus_buyer";
  },
}));

useDatabase();

let venue: Venue;
let buyer: User;
let hold: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  vi.useFakeTimers({ toFake: ["Date"], now });
  const nothing = () => Promise.resolve();
  Object.assign(clock, { pauses: 0, claims: 0, during: nothing, beforeClaim: nothing });
  venue = await createVenue(await createOwner());
  buyer = await createUser();
  const free = {
    venue,
    buyer,
    status: "hold",
    attempt: 0,
    holdUntil: addMinutes(now, 20),
  } as const;
  hold = await createReservation({ ...free, startDate: day(30) });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const change = (update: object) => ReservationModel.updateOne({ _id: hold._id }, update);
const claim = (by: User = buyer) =>
  claimAttempt(
    { reservationId: hold._id.toString(), buyerId: by._id.toString(), now },
    () => false,
  );

describe("an attempt to pay", () => {
  it("is claimed at once, with nothing of the one before", async () => {
    const claimed = await claim();
    expect(claimed).toMatchObject({ kind: "claimed", customerId: "cus_buyer" });
    expect(claimed.kind === "claimed" && claimed.reservation).toMatchObject({
      attempt: 1,
      opening: now,
    });
    expect(await stored(hold)).toEqual(claimed.kind === "claimed" && claimed.reservation);
    expect(clock.pauses).toBe(0);
  });

  it("is its buyer's, of a hold, and in time", async () => {
    await expect(claim(await createUser())).rejects.toMatchObject({ code: "not_found" });
    await change({ holdUntil: now });
    await expect(claim()).rejects.toMatchObject({ code: "hold_expired" });
    await change({ $unset: { holdUntil: 1 } });
    await expect(claim()).rejects.toMatchObject({ code: "hold_expired" });
    await change({ status: "confirmed" });
    expect(await claim()).toEqual({ kind: "over", reservation: await stored(hold) });
    expect([clock.pauses, clock.claims]).toEqual([0, 0]);
  });

  it("waits for another one to get through", async () => {
    await change({ opening: now, attempt: 1 });
    clock.during = (pause) => (pause < 3 ? Promise.resolve() : change({ $unset: { opening: 1 } }));
    expect(await claim()).toMatchObject({ kind: "claimed", reservation: { attempt: 2 } });
    expect(clock.pauses).toBe(3);
  });

  it("waits four seconds for it, and says how long it may still take", async () => {
    await change({ opening: now, attempt: 1 });
    const code = "payment_opening";
    await expect(claim()).rejects.toMatchObject({ code, retryAfter: 41 });
    expect(clock.pauses).toBe(27);
    expect(await stored(hold)).toMatchObject({ opening: now, attempt: 1 });
  });

  it.each<[string, object, object, pauses: number]>([
    ["ended", { status: "dead" }, { kind: "over" }, 0],
    ["claimed", { $inc: { attempt: 1 } }, { kind: "claimed", reservation: { attempt: 2 } }, 0],
    ["out of time", { holdUntil: now }, { code: "hold_expired" }, 0],
    ["claimed and being opened", { opening: now }, { code: "payment_opening" }, 27],
  ])("sees that the hold is %s in the same instant", async (_what, update, outcome, pauses) => {
    clock.beforeClaim = (number) => (number === 1 ? change(update) : Promise.resolve());
    const after = await claim().catch((error: unknown) => error);
    expect(after).toMatchObject(outcome);
    expect(clock.pauses).toBe(pauses);
  });

  it("is given up when others are quicker for four seconds", async () => {
    clock.beforeClaim = () => {
      vi.setSystemTime(Date.now() + 1_000);
      return change({ $inc: { attempt: 1 } });
    };
    await expect(claim()).rejects.toMatchObject({ code: "unavailable" });
    expect([clock.claims, clock.pauses]).toEqual([5, 0]);
  });
});

describe("opening what was claimed", () => {
  beforeEach(async () => {
    await change({ opening: now, attempt: 1 });
    hold = await stored(hold);
  });
  const failing = (error: Error) => () => Promise.reject(error);
  const lost = new Refusal("unavailable");

  it("gives what was opened", async () => {
    expect(await openClaimed(hold, () => Promise.resolve("page"))).toBe("page");
  });

  it("that Stripe refuses leaves nothing open, and is told to the log", async () => {
    const said = vi.spyOn(logger, "error").mockReturnValue();
    const cause = new Stripe.errors.StripeInvalidRequestError({
      ...{ type: "invalid_request_error", message: "No such destination" },
    });
    const refused = openClaimed(hold, failing(cause));
    await expect(refused).rejects.toMatchObject({ code: "payment_failed", cause });
    expect(await stored(hold)).not.toHaveProperty("opening");
    const fields = { err: cause, reservation: hold._id.toString() };
    expect(said.mock.calls).toEqual([[fields, "payment not opened"]]);
  });

  it("whose answer was lost is looked for: there was none", async () => {
    await expect(openClaimed(hold, failing(lost))).rejects.toBe(lost);
    expect(await stored(hold)).not.toHaveProperty("opening");
  });

  it("whose answer was lost is looked for: Stripe does not answer that either", async () => {
    await UserModel.updateOne({ _id: buyer._id }, { stripeCustomerId: "cus_buyer" });
    await sandbox.control("faults", { nextAnswer: "500", path: "/v1", method: "GET", times: 99 });
    vi.setSystemTime(addMinutes(now, 0.5));
    const refused = openClaimed(hold, failing(lost));
    await expect(refused).rejects.toMatchObject({ code: "payment_opening", retryAfter: 15 });
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect(await stored(hold)).toMatchObject({ opening: now });
  });

  it("that fails of ourselves is told as it is", async () => {
    for (const fault of [new Error("a fault"), new Refusal("venue_closed")]) {
      await expect(openClaimed(hold, failing(fault))).rejects.toBe(fault);
    }
    expect(await stored(hold)).toMatchObject({ opening: now });
  });

  it("is done once more only when it was found to be there", async () => {
    const pay = vi.fn(failing(lost));
    await expect(payAgainIfAdopted(pay)).rejects.toBe(lost);
    expect(pay).toHaveBeenCalledOnce();
    expect(await payAgainIfAdopted(() => Promise.resolve("paid"))).toBe("paid");
  });
});
