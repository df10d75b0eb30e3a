import { sandbox, slotsHeld, stored, subjectsTo, untilCertain } from "../support/payments";
import { trusted } from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import type { Policy } from "@models/enumerations";
import { MailModel } from "@models/mail";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { cancelByDay, cancelByPayment } from "~/bookings/cancel/api-cancellation.server";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { addMinutes } from "~/platform/days";
import { booksOf as books } from "../support/books";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { rendered } from "../support/rendered";

useDatabase();

const now = new Date();
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
});

/** A confirmed reservation of three days that starts in `days` days: 1 620 € at 480 € a day. */
async function confirmed(terms: { days?: number; policy?: Policy; price?: number } = {}) {
  const made = await confirmReservation(buyer, { ...terms, now });
  ({ venue, owner } = made);
  return made.reservation;
}

const as = (role: "buyer" | "owner" | "admin", user: User) => ({
  role,
  userId: user._id.toString(),
});

describe("a buyer cancels", () => {
  test.each<[Policy, number, number]>([
    ["souple", 1, 162_000],
    ["modérée", 7, 162_000],
    ["modérée", 6, 81_000],
    ["modérée", 2, 81_000],
    ["modérée", 1, 0],
    ["stricte", 30, 162_000],
    ["stricte", 29, 81_000],
    ["stricte", 14, 81_000],
    ["stricte", 13, 0],
  ])("%s, %i days before: %i cents back", async (policy, days, due) => {
    const reservation = await confirmed({ policy, days });
    const by = as("buyer", buyer);
    const reservationId = reservation._id.toString();
    const preview = { kind: "refund", amount: due, paid: 162_000, alreadyBack: 0 };
    expect(await cancelPage(reservationId, by, now)).toMatchObject({ preview });
    const after = await cancelReservation({ reservationId, by, expectedAmount: due, now });
    expect(after).toMatchObject({ status: "cancelled", refunded: due });
    expect(await slotsHeld(reservation)).toBe(0);
    const { stripe, ledger } = await books(reservation);
    expect(ledger).toEqual(stripe);
    expect(ledger.refunded).toBe(due);
    expect(ledger.owner + ledger.platform + ledger.refunded).toBe(162_000);
    expect(ledger.owner).toBe(Math.round((126_000 * (162_000 - due)) / 162_000));
  });

  test("the mails say the amount", async () => {
    const reservation = await confirmed({ policy: "modérée", days: 5 });
    const reservationId = reservation._id.toString();
    await cancelReservation({ reservationId, by: as("buyer", buyer), now });
    const keyOf = (role: string) => `reservation-cancelled:${reservationId}:${role}`;
    const mails = await MailModel.find({
      key: trusted({ $in: [keyOf("buyer"), keyOf("owner")] }),
    }).lean();
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail.text?.replace(/\s/g, " ")).toContain("810,00 €");
  });

  test("another amount than the page said is refused, and nothing happens", async () => {
    const reservation = await confirmed({ policy: "modérée", days: 7 });
    const request = {
      reservationId: reservation._id.toString(),
      by: as("buyer", buyer),
      expectedAmount: 162_000,
    };
    const tomorrow = addMinutes(now, 24 * 60);
    await expect(cancelReservation({ ...request, now: tomorrow })).rejects.toMatchObject({
      code: "refund_changed",
    });
    expect((await stored(reservation)).status).toBe("confirmed");
  });

  test("ten presses at once refund once", async () => {
    const reservation = await confirmed();
    const request = { reservationId: reservation._id.toString(), by: as("buyer", buyer), now };
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => cancelReservation(request)),
    );
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    expect((await sandbox.state()).objects.refund).toBe(1);
    expect((await stored(reservation)).refunded).toBe(162_000);
    expect((await subjectsTo(buyer)).filter((subject) => subject.includes("annulée"))).toHaveLength(
      1,
    );
  });
});

describe("an owner or an admin cancels", () => {
  test.each(["owner", "admin"] as const)("%s: everything back, however late", async (role) => {
    const reservation = await confirmed({ policy: "stricte", days: 1 });
    const by = as(role, role === "owner" ? owner : await createUser({ isAdmin: true }));
    const after = await cancelReservation({ reservationId: reservation._id.toString(), by, now });
    expect(after.refunded).toBe(162_000);
    const { stripe, ledger } = await books(reservation);
    expect(ledger).toEqual(stripe);
    expect(ledger).toEqual({ paid: 162_000, owner: 0, platform: 0, refunded: 162_000 });
  });

  test("another owner cannot", async () => {
    const reservation = await confirmed();
    const by = as("owner", await createUser());
    await expect(
      cancelReservation({ reservationId: reservation._id.toString(), by, now }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

test("odd cents: half of an odd amount, and the parts still add up", async () => {
  const reservation = await confirmed({ policy: "modérée", days: 5, price: 33_333 });
  const by = as("buyer", buyer);
  const after = await cancelReservation({ reservationId: reservation._id.toString(), by, now });
  const { stripe, ledger } = await books(reservation);
  expect(ledger).toEqual(stripe);
  expect(ledger.paid).toBe(after.total);
  expect(ledger.owner + ledger.platform + ledger.refunded).toBe(after.total);
});

test("a refund made at Stripe itself is noticed, and counts", async () => {
  const reservation = await confirmed();
  await sandbox.stripe.refunds.create({
    payment_intent: reservation.paymentIntentId,
    amount: 62_000,
    reverse_transfer: true,
    refund_application_fee: true,
  });
  await syncReservation(reservation._id.toString());
  expect(await stored(reservation)).toMatchObject({ status: "confirmed", refunded: 62_000 });
  const by = as("buyer", buyer);
  const page = await cancelPage(reservation._id.toString(), by, now);
  expect(page).toMatchObject({ preview: { amount: 100_000 } });
  const after = await cancelReservation({ reservationId: reservation._id.toString(), by, now });
  expect(after.refunded).toBe(162_000);
  const { stripe, ledger } = await books(reservation);
  expect(ledger).toEqual(stripe);
});

test("the refund done and its answer lost: refunded once", async () => {
  const reservation = await confirmed();
  await sandbox.control("faults", { nextAnswer: "lost-after-deed", path: "/v1/refunds", times: 1 });
  const by = as("buyer", buyer);
  const after = await cancelReservation({ reservationId: reservation._id.toString(), by, now });
  expect(after).toMatchObject({ status: "cancelled", refunded: 162_000 });
  expect((await sandbox.state()).objects.refund).toBe(1);
});

test("Stripe away while cancelling: the decision stands, its amount too, and the job refunds", async () => {
  const reservation = await confirmed({ policy: "modérée", days: 7 });
  await sandbox.control("faults", { nextAnswer: "500", path: "/v1/refunds", times: 9 });
  const by = as("buyer", buyer);
  const left = await cancelReservation({ reservationId: reservation._id.toString(), by, now });
  expect(left.status).toBe("cancelling");
  const { _id: id } = reservation;
  const told = async (user: User, path: string) => {
    const page = await rendered((await loggedIn(user)).visitor, `${path}/${id.toString()}`);
    return (await page.text()).replace(/[\u00a0\u202f]/g, " ");
  };
  expect(await told(buyer, "/mes-demandes")).toContain("1 620,00 € vous sont dus");
  const owners = await told(owner, "/mes-locations/demandes");
  expect(owners).toContain("Sur les 1 620,00 € payés, 1 620,00 € sont dus au client");
  expect(owners).not.toContain("Vous gardez");
  await sandbox.control("faults", { nextAnswer: "normal" });
  await untilCertain();
  await reconcile(addMinutes(now, 3 * 24 * 60));
  expect(await stored(reservation)).toMatchObject({ status: "cancelled", refunded: 162_000 });
});

describe("the /api calls", () => {
  const person = (user: User) => ({ id: user._id.toString(), cancelAny: null });

  test("refund first, cancellation second, as pages do: both succeed, refunded once", async () => {
    const reservation = await confirmed();
    const { startDate, paymentIntentId } = reservation;
    const refunded = await cancelByPayment({
      paymentIntentId: paymentIntentId!,
      startDate,
      person: person(buyer),
      now,
    });
    expect(refunded.refunded).toBe(162_000);
    const cancelled = await cancelByDay({
      venueId: venue._id.toString(),
      buyerId: buyer._id.toString(),
      startDate,
      person: person(buyer),
      now,
    });
    expect(cancelled.status).toBe("cancelled");
    expect((await sandbox.state()).objects.refund).toBe(1);
  });

  test("strangers, other days, bad ids", async () => {
    const reservation = await confirmed();
    const call = {
      venueId: venue._id.toString(),
      buyerId: buyer._id.toString(),
      startDate: reservation.startDate,
      person: person(await createUser()),
      now,
    };
    await expect(cancelByDay(call)).rejects.toMatchObject({ code: "forbidden" });
    const mine = { ...call, person: person(buyer) };
    await expect(cancelByDay({ ...mine, startDate: "2020-01-01" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(cancelByDay({ ...mine, venueId: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await stored(reservation)).status).toBe("confirmed");
  });
});
