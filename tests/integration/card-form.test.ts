import { createPayableVenue, sandbox, slotsHeld, stored } from "../support/payments";
import { beforeEach, expect, test } from "vitest";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { endHold } from "~/bookings/reserve/end-hold.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { addDays, todayInParis } from "~/platform/days";
import { action as chargeAction } from "~/routes/api/stripe/charge";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { visit } from "../support/stripe-journeys";
import { Visitor } from "../support/visitor";

/** What the card form of the page before paying sends: a hold, and a confirmation token of Stripe's. */

useDatabase();

const TOTAL = 162_000;
const ABANDONED = { event: "abandon", by: "buyer", why: "Annulée par le client" } as const;
const first = addDays(todayInParis(new Date()), 40);
let venue: Venue;
let buyer: User;
let hold: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  ({ venue } = await createPayableVenue());
  buyer = await createUser();
  hold = await holdFor(buyer);
});

const holdFor = (person: User, start = first) =>
  reserve({
    venueId: venue._id.toString(),
    buyer: { id: person._id.toString() },
    startDate: start,
    endDate: addDays(start, 2),
    requestKey: "form-1",
    now: new Date(),
  });

/** What Stripe's form makes of a card. */
async function tokenOf(card = "pm_card_visa"): Promise<string> {
  const helpers = sandbox.stripe.testHelpers.confirmationTokens;
  return (await helpers.create({ payment_method: card })).id;
}

async function send(token: string, { by = buyer, ...fields }: { by?: User; [x: string]: unknown }) {
  const visitor = new Visitor();
  await visitor.context().session.start(by._id);
  const json = {
    ...{ id: venue._id.toString(), reservationId: hold._id.toString(), amount: TOTAL },
    ...{ confirmationTokenId: token, ...fields },
  };
  const answer = await visitor.visit(chargeAction, "/api/stripe/charge", { json });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const successOf = ({ _id }: Reservation) =>
  `/reservation/${venue._id.toString()}/success?demande=${_id.toString()}`;
const intents = async () => (await sandbox.state()).objects.payment_intent;

test("pays the hold; the same once more, or a new one from another tab, is not paid again", async () => {
  const token = await tokenOf();
  const paid = { status: 200, body: { success: true, redirectUrl: successOf(hold) } };
  expect(await Promise.all([send(token, {}), send(token, {})])).toEqual([paid, paid]);
  expect((await stored(hold)).status).toBe("confirmed");
  expect(await send(token, {})).toEqual(paid);
  expect(await send(await tokenOf(), {})).toEqual(paid);
  expect(await intents()).toBe(1);
});

test("a refused card says why and keeps the days; the next token pays", async () => {
  const declined = await send(await tokenOf("pm_card_visa_chargeDeclined"), {});
  expect(declined.status).toBe(402);
  expect(declined.body.message).toMatch(/^Paiement échoué\u00a0: votre carte a été refusée\./);
  const poor = await send(await tokenOf("pm_card_visa_chargeDeclinedInsufficientFunds"), {});
  expect(poor.body.message).toContain("fonds suffisants");
  expect(await stored(hold)).toMatchObject({ status: "hold" });
  expect((await send(await tokenOf(), {})).status).toBe(200);
  expect((await stored(hold)).status).toBe("confirmed");
});

test("the bank's question goes to the page, the same for the same token, and its answer counts", async () => {
  const token = await tokenOf("pm_card_authenticationRequired");
  const asked = await send(token, {});
  const intent = (await stored(hold)).paymentIntentId ?? "";
  expect(asked).toEqual({
    status: 200,
    body: {
      success: true,
      redirectUrl: successOf(hold),
      clientSecret: (await sandbox.stripe.paymentIntents.retrieve(intent)).client_secret,
    },
  });
  // As after an answer that nobody heard.
  expect(await send(token, {})).toEqual(asked);
  expect(await intents()).toBe(1);
  await answerBank(asked.body.clientSecret ?? "", "accept");
  expect((await syncReservation(hold._id.toString()))?.status).toBe("confirmed");
});

test("a question left open is withdrawn before another card is tried, or the hosted page opened", async () => {
  const left = (await send(await tokenOf("pm_card_authenticationRequired"), {})).body;
  await startPayment({
    reservationId: hold._id.toString(),
    buyerId: buyer._id.toString(),
    now: new Date(),
  });
  await answerBank(left.clientSecret ?? "", "accept");
  expect(await syncReservation(hold._id.toString())).toMatchObject({ status: "hold" });
  expect((await send(await tokenOf(), {})).status).toBe(200);
  const { data } = await sandbox.stripe.paymentIntents.list();
  expect(data.map(({ status }) => status).sort()).toEqual(["canceled", "succeeded"]);
});

test("a token that was used elsewhere, is too old or is unknown pays nothing", async () => {
  const other = await createUser();
  const theirs = await holdFor(other, addDays(first, 10));
  const used = await tokenOf();
  const paid = await send(used, { by: other, reservationId: theirs._id.toString() });
  expect(paid.status).toBe(200);
  const old = await tokenOf();
  await sandbox.control("clock", { offsetMs: 12 * 3_600_000 });
  for (const token of [used, old, "ctoken_unknown"]) {
    const { status, body } = await send(token, {});
    expect(status).toBe(402);
    expect(body.message).toContain("votre saisie a expiré ou a déjà servi");
  }
  expect(await stored(hold)).toMatchObject({ status: "hold" });
  expect(await slotsHeld(hold)).toBe(6);
  expect(await intents()).toBe(1);
});

test.each([
  ["somebody else's hold", async () => ({ by: await createUser() }), 404],
  ["another venue's", async () => ({ id: "ffffffffffffffffffffffff" }), 404],
  ["what is no id", async () => ({ reservationId: "x" }), 404],
  ["another amount", async () => ({ amount: 1 }), 409],
  ["a card in both ways", async () => ({ paymentMethodId: "pm_card_visa" }), 422],
  ["a card in none", async () => ({ confirmationTokenId: undefined }), 422],
  ["an account that is not one's own", async () => ({ userId: (await createUser())._id }), 403],
])("refuses %s, and nothing is opened", async (_, change, status) => {
  expect((await send(await tokenOf(), await change())).status).toBe(status);
  expect(await intents()).toBe(0);
});

test("a hold that was given up is not made again by paying it", async () => {
  await endHold(hold, ABANDONED, new Date());
  expect((await send(await tokenOf(), {})).status).toBe(409);
  expect(await intents()).toBe(0);
  expect(await ReservationModel.countDocuments()).toBe(1);
});

async function answerBank(clientSecret: string, decision: string): Promise<void> {
  const [intent = ""] = clientSecret.split("_secret");
  const url = `${sandbox.url}/authenticate/${intent}?client_secret=${encodeURIComponent(clientSecret)}`;
  await fetch(url, { method: "POST", body: new URLSearchParams({ decision }), redirect: "manual" });
  await visit(url);
}
