import {
  CARDS,
  createPayableVenue,
  ledgerOf,
  mailsLeft,
  payOnPage,
  sandbox,
  slotsHeld,
  stored,
  subjectsTo,
} from "../support/payments";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jobsCollection } from "@jobs/queue";
import { trusted } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { SettingModel } from "@models/setting";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { KEPT, keepList } from "~/admin/backup/keep-list.server";
import { restoreBackup } from "~/admin/backup/restore-backup.server";
import { writeBackup } from "~/admin/backup/write-backup.server";
import { casePath, LOST_TEXT } from "~/admin/cases/case-file";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { acceptRequest } from "~/bookings/answer/answer-request.server";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { finishGrant, grantRefund } from "~/bookings/cancel/grant-refund.server";
import { charge, chargeHeld } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { answerChange } from "~/bookings/change/answer-change.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { closeUnused } from "~/offboarding/close-unused.server";
import { openCases } from "~/payments/payment-cases.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, addMonths, parisNoon, todayInParis } from "~/platform/days";
import { suspendVenue } from "~/venues/suspend-venue.server";
import { confirmReservation } from "../support/confirmed-reservation";
import { expectSameBooks } from "../support/books";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser, createVenue } from "../support/fixtures";
import { examined } from "../support/looked-through";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";

/** A backup knows nothing of what happened since: docs/operations.md, After a restore. */

useDatabase();
beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
});

const now = new Date();
const DAY_LATER = addMinutes(now, 24 * 60 + 1);

/** Brings back, at `at`, what is stored now once `since` has happened and all of it was lost. */
async function loseAndRestore(since: () => Promise<unknown>, at: Date): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "after-restore-"));
  const file = join(directory, "copy.bak");
  try {
    await writeBackup(file, now);
    await since();
    await emptyDatabase();
    await restoreBackup(file, at);
  } finally {
    await rm(directory, { recursive: true });
  }
}

it("a request that its owner has accepted since is confirmed, and not taken for one that nobody answered", async () => {
  const { venue, owner } = await createPayableVenue({ needValidation: true });
  const buyer = await createUser();
  const first = addDays(todayInParis(now), 40);
  await charge({
    ...{ venueId: venue._id.toString(), buyer: { id: buyer._id.toString() } },
    ...{ startDate: first, endDate: first, requestKey: "form", now },
    paymentMethodId: "pm_card_visa",
  });
  const request = (await ReservationModel.findOne().lean())!;
  const accept = () =>
    acceptRequest({
      ...{ reservationId: request._id.toString(), ownerId: owner._id.toString(), now },
    });
  await loseAndRestore(accept, DAY_LATER);
  expect((await stored(request)).status).toBe("pending");
  expect(await expireRequests(DAY_LATER)).toBe(0);
  await reconcile(DAY_LATER);
  expect(await stored(request)).toMatchObject({ status: "confirmed", refunded: 0 });
  const unanswered = { key: trusted({ $regex: "^reservation-unanswered:" }) };
  expect(await MailModel.countDocuments(unanswered)).toBe(0);
});

it("a request that was accepted and then called off since, all of it given back, is over, and not told as accepted", async () => {
  const { venue, owner } = await createPayableVenue({ needValidation: true });
  const user = await createUser();
  const first = addDays(todayInParis(now), 40);
  await charge({
    ...{ venueId: venue._id.toString(), buyer: { id: user._id.toString() } },
    ...{ startDate: first, endDate: first, requestKey: "form", now },
    paymentMethodId: "pm_card_visa",
  });
  await mailsLeft();
  const request = (await ReservationModel.findOne().lean())!;
  const reservationId = request._id.toString();
  const ownerId = owner._id.toString();
  await loseAndRestore(async () => {
    await acceptRequest({ reservationId, ownerId, now });
    await sandbox.settled();
    await cancelReservation({ reservationId, by: { role: "owner", userId: ownerId }, now });
  }, DAY_LATER);
  await reconcile(DAY_LATER);
  const over = { status: "cancelled", refunded: request.total };
  expect(await stored(request)).toMatchObject(over);
  expect(await slotsHeld(request)).toBe(0);
  for (const person of [user, owner]) {
    const [, ...told] = await subjectsTo(person);
    expect(told).toEqual([expect.stringMatching(/^Réservation annulée/)]);
    const mail = await MailModel.findOne({ to: person.email, subject: told[0] }).lean();
    expect(mail?.text).toContain("Son paiement a été rendu avant qu’elle soit confirmée.");
  }
  await expectSameBooks(sandbox.stripe);
});

/** Stays that were not paid at the backup: what was tried before it, and what was paid since. */
const PAID_SINCE: [string, { declined?: true; hosted?: true; needValidation?: true }][] = [
  ["that nobody had begun to pay", {}],
  ["that was paid on Stripe's page", { hosted: true }],
  ["after a card that was refused", { declined: true }],
  ["after a card that was refused, on Stripe's page", { declined: true, hosted: true }],
  ["and is a request", { needValidation: true }],
];

describe.each(PAID_SINCE)("a hold %s", (_, { declined, hosted, needValidation = false }) => {
  /** The hold that is back: paid since. */
  const restored = async () => {
    const { venue } = await createPayableVenue({ needValidation });
    const buyer = { id: (await createUser())._id.toString() };
    const venueId = venue._id.toString();
    const first = addDays(todayInParis(now), 40);
    const stay = { venueId, buyer, startDate: first, endDate: first };
    const hold = await reserve({ ...stay, requestKey: "form", now });
    const reservationId = hold._id.toString();
    const pay = (paymentMethodId: string) =>
      chargeHeld({
        ...{ reservationId, venueId, buyer, expectedTotal: hold.total, now },
        paymentMethodId,
      });
    const refused = "pm_card_visa_chargeDeclined";
    if (declined) await expect(pay(refused)).rejects.toMatchObject({ code: "card_declined" });
    await SettingModel.create({ _id: "stripeEventsReadTo", value: now.getTime() });
    const paidSince = async () => {
      if (!declined) await expect(pay(refused)).rejects.toMatchObject({ code: "card_declined" });
      if (!hosted) return await pay("pm_card_visa");
      return await payOnPage(await startPayment({ reservationId, buyerId: buyer.id, now }));
    };
    await loseAndRestore(paidSince, DAY_LATER);
    expect((await stored(hold)).status).toBe("hold");
    return hold;
  };

  const expectKept = async (hold: Reservation) => {
    const status = needValidation ? "pending" : "confirmed";
    expect(await stored(hold)).toMatchObject({ status, attempt: 2, refunded: 0 });
    expect(await slotsHeld(hold)).toBe(2);
    expect(await ledgerOf(hold)).not.toHaveProperty("refunded");
    const returned = { key: trusted({ $regex: "^reservation-payment_returned:" }) };
    expect(await MailModel.countDocuments(returned)).toBe(0);
  };

  it.each([
    ["the holds", [expireHolds, reconcile]],
    ["Stripe's events", [reconcile, expireHolds]],
  ])("has its days paid and keeps them, should %s be looked at first", async (_first, jobs) => {
    const hold = await restored();
    for (const job of jobs) await job(DAY_LATER);
    await reconcile(DAY_LATER);
    await expectKept(hold);
  });

  it.each([
    ["its owner is banned", banOwner],
    ["its venue is suspended", suspendAgain],
  ])(
    "has its days paid and keeps them, though %s again before Stripe is heard",
    async (_how, again) => {
      const hold = await restored();
      await again(hold);
      await reconcile(DAY_LATER);
      await expireHolds(DAY_LATER);
      await reconcile(DAY_LATER);
      await expectKept(hold);
    },
  );
});

/** By the list of what a restore undoes: what is to come is kept. */
async function banOwner({ ownerId }: Reservation): Promise<void> {
  const { actor } = await newAdmin();
  await banForPlatform({
    ...{ actor, userId: ownerId.toString(), why: "Fraude", password: OFFICE_PASSWORD },
    ...{ coming: "keep", now: DAY_LATER },
  });
}

const suspendAgain = ({ venueId }: Reservation) =>
  inTransaction((session) => suspendVenue(venueId, DAY_LATER, session));

describe("a page of Stripe's that was opened since, and where a card was declined", () => {
  /** The hold that is back, with its page once the worker has heard of it: of the page's payment alone. */
  const heardOf = async () => {
    const { venue } = await createPayableVenue();
    const buyer = { id: (await createUser())._id.toString() };
    const first = addDays(todayInParis(now), 40);
    const stay = { venueId: venue._id.toString(), buyer, startDate: first, endDate: first };
    const hold = await reserve({ ...stay, requestKey: "form", now });
    const payment = { reservationId: hold._id.toString(), buyerId: buyer.id, now };
    await SettingModel.create({ _id: "stripeEventsReadTo", value: now.getTime() });
    let page = "";
    await loseAndRestore(async () => {
      page = await startPayment(payment);
      await payOnPage(page, CARDS.declined);
    }, DAY_LATER);
    await sandbox.settled();
    await reconcile(DAY_LATER);
    const { checkoutSessionId, attempt } = await stored(hold);
    const [session] = (await sandbox.stripe.checkout.sessions.list()).data;
    expect([checkoutSessionId, attempt]).toEqual([session!.id, 1]);
    return { hold, payment, page };
  };

  it("is gone on with", async () => {
    const { hold, payment, page } = await heardOf();
    expect(await startPayment({ ...payment, now: DAY_LATER })).toBe(page);
    await payOnPage(page);
    await reconcile(DAY_LATER);
    expect(await stored(hold)).toMatchObject({ status: "confirmed", refunded: 0 });
  });

  it("is closed with its hold", async () => {
    const { hold, page } = await heardOf();
    const over = addMinutes(DAY_LATER, 24 * 60 + 1);
    expect(await expireHolds(over)).toBe(1);
    expect((await payOnPage(page)).status).not.toBe(303);
    expect(await stored(hold)).toMatchObject({ status: "dead" });
  });
});

it("a hold that was paid since, called off and given back whole is over, and not confirmed", async () => {
  const { venue, owner } = await createPayableVenue();
  const user = await createUser();
  const buyer = { id: user._id.toString() };
  const venueId = venue._id.toString();
  const first = addDays(todayInParis(now), 40);
  const stay = { venueId, buyer, startDate: first, endDate: first };
  const hold = await reserve({ ...stay, requestKey: "form", now });
  const reservationId = hold._id.toString();
  const pay = (paymentMethodId: string) =>
    chargeHeld({
      ...{ reservationId, venueId, buyer, expectedTotal: hold.total, now },
      paymentMethodId,
    });
  await SettingModel.create({ _id: "stripeEventsReadTo", value: now.getTime() });
  const payAndCallOff = async () => {
    await expect(pay("pm_card_visa_chargeDeclined")).rejects.toThrow();
    await pay("pm_card_visa");
    await sandbox.settled();
    const by = { role: "buyer", userId: buyer.id } as const;
    expect(await cancelReservation({ reservationId, by, now })).toMatchObject({ attempt: 2 });
  };
  await loseAndRestore(payAndCallOff, DAY_LATER);
  await sandbox.settled();
  await reconcile(DAY_LATER);
  await reconcile(DAY_LATER);
  expect(await stored(hold)).toMatchObject({ status: "dead", attempt: 2, refunded: hold.total });
  expect(await slotsHeld(hold)).toBe(0);
  expect(await subjectsTo(owner)).toEqual([]);
  expect(await subjectsTo(user)).toEqual([expect.stringMatching(/^Paiement rendu/)]);
  expect((await MailModel.findOne().lean())?.text).toMatch(
    /ces dates ne vous sont plus gardées.* remboursés en totalité/s,
  );
  await expectSameBooks(sandbox.stripe);
});

it.each([
  ["", () => Promise.resolve()],
  [", though their owner is banned again before Stripe is heard", banOwner],
  [", though their venue is suspended again before Stripe is heard", suspendAgain],
])("dearer dates that were paid since become those of their reservation%s", async (_how, again) => {
  const user = await createUser();
  const buyer = { id: user._id.toString() };
  const { reservation } = await confirmReservation(user, { now });
  const { startDate } = reservation;
  const venueId = reservation.venueId.toString();
  const longer = { startDate, endDate: addDays(startDate, 3) };
  const wish = { reservationId: reservation._id.toString(), buyerId: buyer.id, raw: longer, now };
  const made = await changeDates(wish);
  const supplement = made.kind === "to_pay" ? made.supplement : null;
  await SettingModel.create({ _id: "stripeEventsReadTo", value: now.getTime() });
  const paySince = () =>
    chargeHeld({
      ...{ reservationId: supplement!._id.toString(), venueId, buyer, now },
      ...{ expectedTotal: supplement!.total, paymentMethodId: "pm_card_visa" },
    });
  await loseAndRestore(paySince, DAY_LATER);
  await again(reservation);
  await expireHolds(DAY_LATER);
  await reconcile(DAY_LATER);
  expect(await stored(supplement!)).toMatchObject({ status: "joined", refunded: 0 });
  expect(await stored(reservation)).toMatchObject(longer);
});

it.each([
  ["its stay", 2, 20],
  ["the other dates", 20, 2],
])(
  "dearer dates that were not paid since are not paid any more on the first day of %s",
  async (_, own, wanted) => {
    const user = await createUser();
    const { reservation } = await confirmReservation(user, { days: own, now });
    const startDate = addDays(todayInParis(now), wanted);
    const reservationId = reservation._id.toString();
    const made = await changeDates({
      ...{ reservationId, buyerId: user._id.toString(), now },
      raw: { startDate, endDate: addDays(startDate, 3) },
    });
    const supplement = made.kind === "to_pay" ? made.supplement : null;
    const first = parisNoon(addDays(todayInParis(now), 2));
    await loseAndRestore(() => Promise.resolve(), first);
    expect(await expireHolds(first)).toBe(0);
    const pay = {
      reservationId: supplement!._id.toString(),
      buyerId: user._id.toString(),
      now: first,
    };
    await expect(startPayment(pay)).rejects.toMatchObject({ code: "hold_expired" });
    expect(await stored(supplement!)).toMatchObject({ status: "dead" });
    expect(await slotsHeld(supplement!)).toBe(0);
    expect(await stored(reservation)).toMatchObject({ startDate: reservation.startDate });
  },
);

/** As the dashboard proposes it, and the handbook says. */
const ALL_TAKEN_BACK = { reverse_transfer: true, refund_application_fee: true };

it.each([
  ["a request", { needValidation: true }, "Autorisé, pas encaissé"],
  ["a reservation", { needValidation: false }, "Encaissé"],
])("%s made since is a person's case until its money is back", async (_, kind, reason) => {
  const { venue } = await createPayableVenue(kind);
  const buyer = await createUser();
  const first = addDays(todayInParis(now), 40);
  await SettingModel.create({ _id: "stripeEventsReadTo", value: now.getTime() });
  const make = () =>
    charge({
      ...{ venueId: venue._id.toString(), buyer: { id: buyer._id.toString() } },
      ...{ startDate: first, endDate: first, requestKey: "form", now },
      paymentMethodId: "pm_card_visa",
    });
  await loseAndRestore(make, DAY_LATER);
  await reconcile(DAY_LATER);
  const cases = await openCases();
  expect(cases).toMatchObject([{ kind: "reservation_lost", amount: 54_000, reason }]);
  const payment = cases[0]!.paymentIntentId;
  if (kind.needValidation) await sandbox.stripe.paymentIntents.cancel(payment);
  else await sandbox.stripe.refunds.create({ payment_intent: payment, ...ALL_TAKEN_BACK });
  await sandbox.settled();
  await reconcile(DAY_LATER);
  expect(await openCases()).toEqual([]);
});

it("a reservation made since that was refunded without its shares is a person's case until both are taken back", async () => {
  const { venue } = await createPayableVenue();
  const buyer = await createUser();
  const first = addDays(todayInParis(now), 40);
  await SettingModel.create({ _id: "stripeEventsReadTo", value: now.getTime() });
  const make = () =>
    charge({
      ...{ venueId: venue._id.toString(), buyer: { id: buyer._id.toString() } },
      ...{ startDate: first, endDate: first, requestKey: "form", now },
      paymentMethodId: "pm_card_visa",
    });
  await loseAndRestore(make, DAY_LATER);
  const { stripe } = sandbox;
  const [payment] = (await stripe.paymentIntents.list()).data;
  const [transfer] = (await stripe.transfers.list()).data;
  const [fee] = (await stripe.applicationFees.list()).data;
  const casesNow = async () => {
    await sandbox.settled();
    await reconcile(DAY_LATER);
    return (await openCases()).map(({ amount, reason }) => [amount, reason]);
  };
  await stripe.refunds.create({ payment_intent: payment!.id });
  expect(await casesNow()).toEqual([[54_000, "Part du propriétaire à reprendre"]]);
  const [{ _id } = { _id: "" }] = await openCases();
  const { visitor } = await newAdmin();
  const file = await rendered(visitor, casePath(`payment:${_id}`));
  expect(await file.text()).toContain(LOST_TEXT);
  await stripe.transfers.createReversal(transfer!.id, { amount: 54_000 });
  expect(await casesNow()).toEqual([[12_000, "Part de la plateforme à rendre au propriétaire"]]);
  await stripe.applicationFees.createRefund(fee!.id, { amount: 12_000 });
  expect(await casesNow()).toEqual([]);
});

it("other dates that their owner has said yes to since wait for that yes again, and are not given up as unanswered", async () => {
  const buyer = await createUser();
  const first = addDays(todayInParis(now), 40);
  const { reservation, owner } = await confirmReservation(buyer, { now });
  await VenueModel.updateOne({ _id: reservation.venueId }, { needValidation: true });
  const reservationId = reservation._id.toString();
  await changeDates({
    ...{ reservationId, buyerId: buyer._id.toString(), now },
    raw: { startDate: addDays(first, 20), endDate: addDays(first, 22) },
  });
  const { change } = await stored(reservation);
  const accept = (at: Date) =>
    answerChange(
      "accepter",
      { reservationId, ownerId: owner._id.toString(), now: at },
      { asked: change!.at.toISOString() },
    );
  await loseAndRestore(() => accept(now), DAY_LATER);
  expect(await expireChanges(DAY_LATER)).toBe(0);
  await accept(DAY_LATER);
  const moved = { startDate: change!.startDate, endDate: change!.endDate, refunded: 0 };
  expect(await stored(reservation)).toMatchObject(moved);
  const unanswered = { key: trusted({ $regex: "^reservation-dates-unanswered:" }) };
  expect(await MailModel.countDocuments(unanswered)).toBe(0);
});

it.each([
  ["the stay begins", 60, 39],
  ["the other dates begin", 5, 4],
])("other dates are put off no more once %s by the day after", async (_, wanted, restored) => {
  const buyer = await createUser();
  const today = todayInParis(now);
  const { reservation } = await confirmReservation(buyer, { now });
  await VenueModel.updateOne({ _id: reservation.venueId }, { needValidation: true });
  await changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer._id.toString(), now },
    raw: { startDate: addDays(today, wanted), endDate: addDays(today, wanted + 2) },
  });
  await mailsLeft();
  const { change } = await stored(reservation);
  const at = parisNoon(addDays(today, restored));
  await loseAndRestore(() => Promise.resolve(), at);
  expect((await stored(reservation)).change).toEqual(change);
  expect(await expireChanges(at)).toBe(1);
  const kept = { status: "confirmed", startDate: reservation.startDate };
  expect(await stored(reservation)).toMatchObject(kept);
});

it("what was called off and gave nothing back stands in the list of what a restore undoes, also where a part went back before", async () => {
  const buyer = await createUser();
  const { reservation } = await confirmReservation(buyer, { policy: "stricte", days: 5, now });
  const reservationId = reservation._id.toString();
  const gesture = { reservationId, amount: 3_000, decided: 0, why: "Geste", now };
  await finishGrant(await inTransaction((session) => grantRefund(gesture, session)), now);
  const by = { role: "buyer", userId: buyer._id.toString() } as const;
  await cancelReservation({ reservationId, by, now });
  const lines: unknown[] = [];
  for await (const line of keepList()) lines.push(JSON.parse(line));
  const cancellation = { by: "buyer", at: now.toISOString(), refund: 3_000 };
  expect(lines).toContainEqual({ of: "reservations", _id: reservationId, cancellation });
});

it("the list of what a restore undoes, made each hour, looks at nothing but what stands in it", async () => {
  const [venue, admin] = [await createVenue(await createUser()), await newAdmin()];
  const call = { by: "buyer", why: "Essai", at: now } as const;
  const dates = { step: "changed", from: "le 20/05/2026", to: "le 21/05/2026" } as const;
  const moved = { state: "confirmed", at: now, by: "buyer", why: "Essai", dates } as const;
  const ofSome = [
    { cancellation: call },
    { history: [moved] },
    ...Array.from({ length: 40 }, () => ({})),
  ];
  for (const fields of ofSome) {
    await createReservation({
      ...{ venue, buyer: admin.user, status: "cancelled", startDate: "2026-01-05" },
      ...fields,
    });
  }
  for (let people = 0; people < 10; people += 1) await createUser();
  const read = [];
  for (const [of, filter] of KEPT) {
    const { examined: looked, returned } = await examined({ find: of, filter });
    if (looked > 0) read.push({ of, looked, returned });
  }
  const one = { looked: 1, returned: 1 };
  expect(read).toEqual(["users", "reservations", "reservations"].map((of) => ({ of, ...one })));
});

it("the ledger is compared the next night, after what was paid since has been written down", async () => {
  const due = { type: "single", nextRunAt: now };
  const schedules = ["compare-ledger", "reconcile-payments"].map((name) => ({ name, ...due }));
  await jobsCollection().insertMany(schedules);
  await loseAndRestore(() => Promise.resolve(), DAY_LATER);
  expect(await jobsCollection().distinct("name")).toEqual(["reconcile-payments"]);
});

it("who came back since they were told that their account would be closed is told anew", async () => {
  const today = todayInParis(now);
  const account = await createUser({
    createdAt: parisNoon(addMonths(today, -60)),
    lastLogin: parisNoon(addMonths(today, -40)),
  });
  await closeUnused(now);
  await MailModel.updateMany({}, { $set: { status: "sent", sentAt: now, createdAt: now } });
  const later = parisNoon(addDays(today, 40));
  const comeBack = () =>
    UserModel.updateOne(
      { _id: account._id },
      { $set: { lastLogin: parisNoon(addDays(today, 9)) } },
    );
  await loseAndRestore(comeBack, later);
  await closeUnused(later);
  expect((await UserModel.findById(account._id).lean())?.deletedAt).toBeUndefined();
  expect(await MailModel.find({ to: account.email }, "status").lean()).toMatchObject([
    { status: "queued" },
  ]);
});
