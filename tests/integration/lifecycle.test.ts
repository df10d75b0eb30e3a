import {
  createPayableVenue,
  ledgerOf,
  mailsLeft,
  payOnPage,
  sandbox,
  slotsHeld,
  stored,
  subjectsTo,
} from "../support/payments";
import mongoose, { trusted } from "mongoose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { buildPaidIntent } from "@sandbox/stripe/paid-intent";
import { giveAnswer } from "~/bookings/answer/answer-page.server";
import { acceptRequest, refuseRequest } from "~/bookings/answer/answer-request.server";
import { readAnswerToken } from "~/bookings/mail/answer-link.server";
import { stayText } from "~/bookings/mail/mail-paragraphs";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { endReservations } from "~/bookings/record/transition.server";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { hideReservation } from "~/bookings/cancel/hide-reservation.server";
import { listMyRequests } from "~/bookings/lists/list-my-requests.server";
import { charge } from "~/bookings/payment/charge.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import {
  addDays,
  addMinutes,
  formatDay,
  formatInstant,
  parisDayOf,
  parisNoon,
  todayInParis,
} from "~/platform/days";
import { receiptSheet } from "~/rules/receipt-words";
import { logger } from "~/platform/log.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { bookingsOfOwner, createReservation } from "../support/reservations";
import { expectToldAlike } from "../support/told-alike";

useDatabase();

const now = new Date();
const first = addDays(todayInParis(now), 40);
const DAY_MS = 24 * 3_600_000;
const DAY_LATER = addMinutes(now, 24 * 60 + 1);
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  ({ venue, owner } = await createPayableVenue({ needValidation: true }));
  buyer = await createUser();
});

let keys = 0;
const stay = () => ({
  venueId: venue._id.toString(),
  buyer: { id: buyer._id.toString() },
  startDate: first,
  endDate: addDays(first, 2),
  requestKey: `form-${(keys += 1)}`,
  now,
});

/** Paid on Stripe's page. */
async function pendingOnPage(): Promise<Reservation> {
  const hold = await reserve(stay());
  const reservationId = hold._id.toString();
  const url = await startPayment({ reservationId, buyerId: buyer._id.toString(), now });
  expect((await payOnPage(url)).status).toBe(303);
  return (await syncReservation(reservationId, { now }))!;
}

/** Paid in our page, in fewer steps. */
async function pendingRequest(): Promise<Reservation> {
  await charge({ ...stay(), paymentMethodId: "pm_card_visa" });
  await mailsLeft();
  return (await ReservationModel.findOne({ userId: buyer._id }).sort({ _id: -1 }).lean())!;
}

/** What the owner's page shows them to answer at `at`. */
async function requestsToAnswer(at: Date) {
  return (await bookingsOfOwner(owner._id.toString(), "", at)).toAnswer;
}

/** Requests of the same buyer for the same days, each at a venue of its own. */
async function requestsElsewhere(count: number): Promise<Reservation[]> {
  const requests: Reservation[] = [];
  while (requests.length < count) {
    requests.push(await pendingRequest());
    ({ venue, owner } = await createPayableVenue({ needValidation: true }));
  }
  return requests;
}

const byOwner = (request: Reservation, at = now) => ({
  reservationId: request._id.toString(),
  ownerId: owner._id.toString(),
  now: at,
});
const ofOwner = (request: Reservation) => ({
  ...byOwner(request),
  ownerId: request.ownerId.toString(),
});
const byBuyer = (request: Reservation) => ({
  reservationId: request._id.toString(),
  by: { role: "buyer", userId: buyer._id.toString() } as const,
  now,
});
const intentOf = async (request: Reservation) =>
  await sandbox.stripe.paymentIntents.retrieve((await stored(request)).paymentIntentId!);

/** What became of a request, and what its buyer was told. */
async function outcomeOf(request: Reservation) {
  const { status, _id } = await stored(request);
  const key = { $regex: `^reservation-[a-z_]+:${_id.toString()}:buyer$` };
  const mails = await MailModel.find({ key: trusted(key) }).lean();
  return {
    status,
    intent: (await intentOf(request)).status,
    slots: await slotsHeld(request),
    news: mails.map((mail) => mail.key.split(":")[0]!.replace("reservation-", "")).sort(),
  };
}

describe("a request", () => {
  test("is authorised, not taken, and waits 24 hours for its owner", async () => {
    const request = await pendingOnPage();
    expect(request).toMatchObject({ status: "pending", answerBy: addMinutes(now, 24 * 60) });
    expect((await intentOf(request)).status).toBe("requires_capture");
    expect(await ledgerOf(request)).toEqual({ authorised: 162_000 });
    expect(await slotsHeld(request)).toBe(6);
    const stay = stayText(request);
    const until = formatInstant(request.answerBy!);
    expect(await subjectsTo(buyer)).toEqual([`Demande envoyée\u00a0: ${stay}`]);
    expect(await subjectsTo(owner)).toEqual([`À répondre avant le ${until}\u00a0: ${stay}`]);
    const [shown] = await requestsToAnswer(now);
    expect(shown).toMatchObject({ buyer: "Camille D.", ownerShare: 126_000, label: "En attente" });
    await expectToldAlike(request, "reservation-pending", { now });
  });

  test("accepted: taken and confirmed", async () => {
    const request = await pendingRequest();
    expect((await acceptRequest(byOwner(request))).status).toBe("confirmed");
    await sandbox.settled();
    await syncReservation(request._id.toString());
    expect(await ledgerOf(request)).toEqual({
      authorised: 162_000,
      captured: 162_000,
      transferred: 162_000,
      fee: 36_000,
    });
    expect((await stored(request)).history.map(({ state, by }) => `${state} ${by}`)).toEqual([
      "hold buyer",
      "pending system",
      "capturing owner",
      "confirmed system",
    ]);
    expect(await subjectsTo(buyer)).toContain(`Demande acceptée\u00a0: ${stayText(request)}`);
    await expectToldAlike(request, "reservation-accepted", { now });
    await expect(acceptRequest(byOwner(request))).rejects.toMatchObject({
      code: "already_answered",
    });
    await expect(refuseRequest(byOwner(request))).rejects.toMatchObject({
      code: "already_answered",
    });
  });

  test("accepted a day later: paid on that day, on the page, in the list and on the receipt", async () => {
    await sandbox.control("clock", { offsetMs: -DAY_MS });
    const request = await pendingRequest();
    await sandbox.control("clock", { offsetMs: 0 });
    await acceptRequest(byOwner(request));
    await sandbox.settled();
    await syncReservation(request._id.toString());
    const entries = await LedgerEntryModel.find({ reservation: request._id }).lean();
    const at = (type: string) => entries.find((entry) => entry.type === type)!.at.getTime();
    expect(at("captured") - at("authorised")).toBeGreaterThan(DAY_MS / 2);
    const on = formatDay(parisDayOf(new Date(at("captured"))));
    const userId = buyer._id.toString();
    const page = await reservationPage(request._id.toString(), { side: "buyer", userId }, now);
    expect(page.paidBy).toMatchObject({ on });
    const { made } = await myPayments(userId, { made: 1, earned: 1 });
    expect(made.rows).toMatchObject([{ paidOn: on }]);
    const receipt = await ReceiptModel.findOne({ reservation: request._id }).lean();
    expect(receiptSheet(receipt!, "buyer").moved).toContain(`Payé le ${on}`);
  });

  test("refused: released, the days free, the reason told", async () => {
    const request = await pendingRequest();
    await sandbox.control("clock", { offsetMs: 60 * 60_000 });
    expect(await giveAnswer("refuser", byOwner(request), { why: "Travaux" })).toBe(
      "La demande est refusée.",
    );
    await sandbox.control("clock", { offsetMs: 0 });
    expect(await stored(request)).toMatchObject({ status: "cancelled", refunded: 0 });
    const { status, created, canceled_at: cancelledAt } = await intentOf(request);
    expect([status, cancelledAt! - created]).toEqual(["canceled", expect.closeTo(3_600, -2)]);
    // Of the time that the history tells: not of when the card was asked.
    const release = await LedgerEntryModel.findOne({ reservation: request._id, type: "released" });
    expect(release?.at).toEqual(new Date(cancelledAt! * 1_000));
    expect(await slotsHeld(request)).toBe(0);
    expect(await ledgerOf(request)).toEqual({ authorised: 162_000, released: 162_000 });
    const mail = await MailModel.findOne({
      key: `reservation-refused:${request._id.toString()}:buyer`,
    });
    expect(mail?.text).toContain("Travaux");
    await expectToldAlike(request, "reservation-refused", { to: ["buyer"], now });
    const { requests } = await listMyRequests(buyer._id.toString(), { now });
    expect(requests[0]).toMatchObject({
      label: "Annulée",
      ownersReason: "Travaux",
      buyerMayHide: true,
    });
  });

  test("unanswered for 24 hours: cancelled by itself, and not to be answered any more", async () => {
    const request = await pendingRequest();
    expect(await expireRequests(addMinutes(now, 24 * 60 - 1))).toBe(0);
    const tooLate = { code: "answer_not_awaited" };
    await expect(acceptRequest(byOwner(request, DAY_LATER))).rejects.toMatchObject(tooLate);
    expect(await requestsToAnswer(DAY_LATER)).toEqual([]);
    expect(await expireRequests(DAY_LATER)).toBe(1);
    expect((await stored(request)).status).toBe("cancelled");
    await expect(refuseRequest(byOwner(request, DAY_LATER))).rejects.toMatchObject(tooLate);
    expect((await intentOf(request)).status).toBe("canceled");
    expect(await subjectsTo(buyer)).toContain(
      `Demande restée sans réponse\u00a0: ${stayText(request)}`,
    );
    expect(await subjectsTo(owner)).toContain(`Demande expirée\u00a0: ${stayText(request)}`);
    await expectToldAlike(request, "reservation-unanswered", { now: DAY_LATER });
  });

  test("several unanswered: all at once, by two jobs at once, each once", async () => {
    const requests = await requestsElsewhere(4);
    const [captured, gone] = requests;
    await sandbox.stripe.paymentIntents.capture((await intentOf(captured!)).id);
    await sandbox.stripe.paymentIntents.cancel((await intentOf(gone!)).id);
    const counts = await Promise.all([expireRequests(DAY_LATER), expireRequests(DAY_LATER)]);
    expect(counts[0] + counts[1]).toBe(4);
    await reconcile(DAY_LATER);
    for (const request of requests) {
      const after = await stored(request);
      expect(after.status).toBe("cancelled");
      expect(after.history.map(({ state }) => state)).toEqual([
        "hold",
        "pending",
        "cancelling",
        "cancelled",
      ]);
      expect(after.refunded).toBe(request === captured ? 162_000 : 0);
      expect(await slotsHeld(request)).toBe(0);
      const ledger = await ledgerOf(request);
      expect(ledger.released ?? ledger.refunded).toBe(162_000);
    }
    expect(await MailModel.countDocuments({ to: buyer.email })).toBe(8);
  });

  test("several unanswered, some decided in mid-batch: each has one outcome, told once", async () => {
    const requests = await requestsElsewhere(4);
    const [accepted, refused, called, late] = requests;
    // Between their being found late and being claimed, at a moment when they still could be answered.
    const updateMany = ReservationModel.updateMany.bind(ReservationModel);
    const claim = vi.spyOn(ReservationModel, "updateMany").mockImplementationOnce(((
      ...claimed: Parameters<typeof updateMany>
    ) => {
      const decisions = Promise.all([
        acceptRequest(ofOwner(accepted!)),
        refuseRequest({ ...ofOwner(refused!), why: "Travaux" }),
        cancelReservation(byBuyer(called!)),
      ]);
      return decisions.then(() => updateMany(...claimed));
    }) as typeof updateMany);
    expect(await expireRequests(DAY_LATER)).toBe(1);
    claim.mockRestore();
    expect(await expireRequests(DAY_LATER)).toBe(0);

    const outcomes = await Promise.all(requests.map(outcomeOf));
    expect(outcomes).toEqual([
      { status: "confirmed", intent: "succeeded", slots: 6, news: ["accepted", "pending"] },
      { status: "cancelled", intent: "canceled", slots: 0, news: ["pending", "refused"] },
      { status: "cancelled", intent: "canceled", slots: 0, news: ["cancelled", "pending"] },
      { status: "cancelled", intent: "canceled", slots: 0, news: ["pending", "unanswered"] },
    ]);
    expect((await stored(late!)).cancellation).toMatchObject({ by: "system", at: DAY_LATER });
  });

  test("several unanswered, Stripe failing for one: the others do not wait, the job finishes it", async () => {
    const requests = await requestsElsewhere(3);
    const { id } = await intentOf(requests[1]!);
    await sandbox.control("faults", {
      nextAnswer: "500",
      path: `/v1/payment_intents/${id}/cancel`,
      times: 9,
    });
    expect(await expireRequests(DAY_LATER)).toBe(3);
    await sandbox.control("faults", { nextAnswer: "normal" });
    const released = {
      status: "cancelled",
      intent: "canceled",
      slots: 0,
      news: ["pending", "unanswered"],
    };
    const waiting = {
      status: "cancelling",
      intent: "requires_capture",
      slots: 6,
      news: ["pending"],
    };
    expect(await Promise.all(requests.map(outcomeOf))).toEqual([released, waiting, released]);
    await reconcile(DAY_LATER);
    expect(await Promise.all(requests.map(outcomeOf))).toEqual([released, released, released]);
    for (const request of requests) {
      expect(await ledgerOf(request)).toEqual({ authorised: 162_000, released: 162_000 });
    }
  });

  test("several unanswered that cannot be written together: each is by itself, and the log is told", async () => {
    const requests = await requestsElsewhere(3);
    const warned = vi.spyOn(logger, "warn").mockReturnValue();
    const err = new Error("a fault");
    const write = vi.spyOn(ReservationModel, "updateMany").mockImplementationOnce(() => {
      throw err;
    });
    expect(await expireRequests(DAY_LATER)).toBe(3);
    expect(warned.mock.calls).toEqual([[{ err }, "requests not expired together"]]);
    for (const spy of [warned, write]) spy.mockRestore();
    for (const request of requests) expect((await stored(request)).status).toBe("cancelled");
  });

  test("more unanswered than one batch takes: all of them, each once", async () => {
    const COUNT = 120;
    const payments = Array.from({ length: COUNT }, (_, index) =>
      buildPaidIntent({
        seed: `late-${index}`,
        publicUrl: sandbox.url,
        amount: 54_000,
        applicationFeeAmount: 12_000,
        destination: owner.accountId!,
        customer: "cus_late",
        transferGroup: `late-${index}`,
        metadata: {},
        created: Math.floor(now.getTime() / 1000),
        captureMethod: "manual",
      }),
    );
    await sandbox.control("import", { objects: payments.flatMap(({ objects }) => objects) });
    const late: Reservation[] = [];
    for (const { paymentIntent, charge } of payments) {
      const startDate = addDays(first, 10 + late.length);
      late.push(
        await createReservation({
          ...{ venue, buyer, status: "pending", startDate, answerBy: now },
          ...{ paymentIntentId: paymentIntent.id, chargeId: charge.id },
        }),
      );
    }
    expect(await expireRequests(now)).toBe(COUNT);
    const ids = trusted({ $in: late.map(({ _id }) => _id) });
    const after = await ReservationModel.find({ _id: ids }).lean();
    expect(after.map(({ status, history }) => `${status} ${history.length}`)).toEqual(
      late.map(() => "cancelled 3"),
    );
    expect(await BookedSlotModel.countDocuments({ reservation: ids })).toBe(0);
    expect(await LedgerEntryModel.countDocuments({ reservation: ids, type: "released" })).toBe(
      COUNT,
    );
    const told = { key: trusted({ $regex: "^reservation-unanswered:" }) };
    expect(await MailModel.countDocuments(told)).toBe(2 * COUNT);
  });

  test("cancelled by its buyer before the answer: nothing is taken", async () => {
    const request = await pendingRequest();
    const after = await cancelReservation({ ...byBuyer(request), expectedAmount: 162_000 });
    expect(after).toMatchObject({ status: "cancelled", refunded: 0 });
    expect((await intentOf(request)).status).toBe("canceled");
  });

  test("of another owner is not to be found", async () => {
    const request = await pendingRequest();
    const ownerId = buyer._id.toString();
    await expect(acceptRequest({ ...byOwner(request), ownerId })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("can be answered from the mail's link until the deadline", async () => {
    const request = await pendingRequest();
    const mail = await MailModel.findOne({
      key: `reservation-pending:${request._id.toString()}:owner`,
    });
    const token = /demandes\/([\w-]+)\/accepter/.exec(mail?.text ?? "")![1]!;
    expect(readAnswerToken(token, DAY_LATER, owner.email)).toBeNull();
    const forged = (token.startsWith("A") ? "B" : "A") + token.slice(1);
    expect(readAnswerToken(forged, now, owner.email)).toBeNull();
    expect(readAnswerToken("", now, owner.email)).toBeNull();
    const { reservationId } = readAnswerToken(token, now, owner.email)!;
    expect((await acceptRequest({ reservationId, ownerId: null, now })).status).toBe("confirmed");
  });
});

describe("what races", () => {
  test("attack 19: accept, refuse, cancel and expire at once: one wins, money and days agree with it", async () => {
    for (let round = 0; round < 4; round += 1) {
      const request = await pendingRequest();
      const results = await Promise.allSettled([
        acceptRequest(byOwner(request)),
        refuseRequest(byOwner(request)),
        cancelReservation(byBuyer(request)),
        expireRequests(DAY_LATER),
        syncReservation(request._id.toString(), { now }),
      ]);
      for (const result of results) {
        if (result.status === "rejected") {
          expect([
            ...["already_answered", "answer_not_awaited"],
            ...["not_cancellable", "unavailable"],
          ]).toContain((result.reason as { code?: string }).code);
        }
      }
      await syncReservation(request._id.toString(), { now });
      await sandbox.settled();
      const after = (await syncReservation(request._id.toString(), { now }))!;
      const intent = await intentOf(request);
      const decisions = after.history.filter(
        ({ state }) => state === "capturing" || state === "cancelling",
      );
      if (after.status === "confirmed") {
        expect(intent.status).toBe("succeeded");
        expect(await slotsHeld(request)).toBe(6);
        expect(decisions).toHaveLength(1);
        await cancelReservation({ ...byBuyer(request), now });
      } else {
        expect(after.status).toBe("cancelled");
        const ledger = await ledgerOf(request);
        expect(ledger.released ?? ledger.refunded).toBe(162_000);
      }
      expect(await slotsHeld(request)).toBe(0);
    }
  });

  test("accepting ten times at once captures once and tells once", async () => {
    const request = await pendingRequest();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => acceptRequest(byOwner(request))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await stored(request)).status).toBe("confirmed");
    expect(
      (await subjectsTo(buyer)).filter((subject) => subject.includes("acceptée")),
    ).toHaveLength(1);
  });
});

describe("what a crash or an outage leaves", () => {
  test("Stripe away while accepting: the answer stands and the job captures", async () => {
    const request = await pendingOnPage();
    await sandbox.control("faults", { nextAnswer: "500", path: "/v1/checkout/sessions", times: 9 });
    expect(await giveAnswer("accepter", byOwner(request), undefined)).toBe(
      "Votre accord est noté\u00a0; le paiement est en cours de confirmation.",
    );
    expect((await stored(request)).status).toBe("capturing");
    await sandbox.control("faults", { nextAnswer: "normal" });
    await reconcile(addMinutes(now, 6));
    expect((await stored(request)).status).toBe("confirmed");
  });

  test.each([
    ["capturing", "confirmed", "succeeded"],
    ["cancelling", "cancelled", "canceled"],
  ] as const)("died while %s: %s by the job", async (left, end, intent) => {
    const request = await pendingRequest();
    await ReservationModel.updateOne({ _id: request._id }, { $set: { status: left } });
    await reconcile(addMinutes(now, 6));
    expect((await stored(request)).status).toBe(end);
    expect((await intentOf(request)).status).toBe(intent);
  });

  test("died in the middle of the transaction that cancels: it waits until the database lets go of that", async () => {
    const { _id } = await pendingRequest();
    await ReservationModel.updateOne({ _id }, { $set: { status: "cancelling" } });
    const dead = await mongoose.startSession();
    dead.startTransaction();
    await ReservationModel.updateOne({ _id }, { $set: { status: "cancelled" } }, { session: dead });
    // What the database does by itself a minute after the last it heard of a transaction.
    const killSessions = [{ id: dead.id!.id }];
    const letGo = vi.fn(() => void mongoose.connection.db!.admin().command({ killSessions }));
    mongoose.connection.getClient().once("commandFailed", letGo);
    await reconcile(addMinutes(now, 6));
    expect(letGo).toHaveBeenCalledOnce();
    expect((await stored({ _id })).status).toBe("cancelled");
    expect(await slotsHeld({ _id })).toBe(0);
    await dead.endSession();
  });

  test("the capture done, its answer lost: confirmed once", async () => {
    const request = await pendingRequest();
    const { id } = await intentOf(request);
    await sandbox.control("faults", {
      nextAnswer: "lost-after-deed",
      path: `/v1/payment_intents/${id}/capture`,
    });
    expect(await giveAnswer("accepter", byOwner(request), undefined)).toBe(
      "La réservation est confirmée.",
    );
  });

  test("a capture that Stripe refuses for good: released, cancelled, both told why, the days free", async () => {
    const request = await pendingRequest();
    await sandbox.control(`accounts/${owner.accountId!}`, { state: "restricted" });
    const warned = vi.spyOn(logger, "warn");
    expect(await giveAnswer("accepter", byOwner(request), undefined)).toBe(
      "Le paiement n’a pas abouti\u00a0: la demande est annulée, et le client prévenu.",
    );
    expect(warned.mock.calls).toEqual([
      [
        { err: expect.any(Error) as unknown, reservation: request._id.toString() },
        "capture refused, the authorisation is released",
      ],
    ]);
    warned.mockRestore();
    expect(await stored(request)).toMatchObject({
      status: "cancelled",
      refunded: 0,
      cancellation: { by: "system", why: "Le paiement n’a pas pu être encaissé" },
    });
    expect(await outcomeOf(request)).toEqual({
      status: "cancelled",
      intent: "canceled",
      slots: 0,
      news: ["capture_refused", "pending"],
    });
    expect(await ledgerOf(request)).toEqual({ authorised: 162_000, released: 162_000 });
    const told = await MailModel.find({
      key: trusted({ $regex: `^reservation-capture_refused:${request._id.toString()}` }),
    }).lean();
    expect(told.map(({ to }) => to).sort()).toEqual([buyer.email, owner.email].sort());
    const toBuyer = told.find(({ to }) => to === buyer.email)!.text;
    expect(toBuyer).toContain(
      "Rien n’a été débité\u00a0: les 1\u202f620,00\u00a0€ réservés sur votre carte sont libérés.",
    );
  });

  test("an authorisation that its bank dropped: cancelled, and both told", async () => {
    const request = await pendingRequest();
    await sandbox.stripe.paymentIntents.cancel((await intentOf(request)).id);
    expect((await acceptRequest(byOwner(request))).status).toBe("cancelled");
    expect(await slotsHeld(request)).toBe(0);
    expect(await subjectsTo(buyer)).toContain(`Demande annulée\u00a0: ${stayText(request)}`);
    expect(await subjectsTo(owner)).toContain(`Demande annulée\u00a0: ${stayText(request)}`);
  });
});

test("the end: after the last day it is over, once, and can be removed from the list", async () => {
  const request = await pendingRequest();
  await acceptRequest(byOwner(request));
  const lastDay = parisNoon(request.endDate);
  const dayAfter = parisNoon(addDays(request.endDate, 1));
  expect(await endReservations(lastDay)).toBe(0);
  const buyerId = buyer._id.toString();
  const before = await listMyRequests(buyerId, { state: "ended", now: dayAfter });
  expect(before.requests.map(({ label }) => label)).toEqual(["Terminée"]);
  expect(await endReservations(dayAfter)).toBe(1);
  expect(await endReservations(dayAfter)).toBe(0);
  expect((await stored(request)).history.at(-1)).toMatchObject({ state: "ended", by: "system" });
  await expect(cancelReservation({ ...byBuyer(request), now: dayAfter })).rejects.toMatchObject({
    code: "not_cancellable",
  });
  await expect(
    hideReservation({
      reservationId: request._id.toString(),
      buyerId: owner._id.toString(),
      now: dayAfter,
    }),
  ).rejects.toMatchObject({ code: "not_found" });
  await hideReservation({ reservationId: request._id.toString(), buyerId, now: dayAfter });
  expect((await listMyRequests(buyerId, { now: dayAfter })).total).toBe(0);
  expect((await stored(request)).status).toBe("ended");
});
