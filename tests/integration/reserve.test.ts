import { createPayableVenue, payOnPage, sandbox, slotsHeld, stored } from "../support/payments";
import { beforeEach, describe, expect, test } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { displayName } from "~/accounts/display-name";
import { cancelComing } from "~/admin/users/cancel-coming.server";
import { acceptRequest } from "~/bookings/answer/answer-request.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { listMyRequests } from "~/bookings/lists/list-my-requests.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { paymentPage, requestPage } from "~/bookings/payment/payment-pages.server";
import { bookingPage } from "~/bookings/reserve/booking-page.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { takenSlots } from "~/bookings/reserve/take-days.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { receiptSheet } from "~/rules/receipt-words";
import { action as cancelRequest } from "~/routes/mes-demandes/$id/annuler";
import { action as payment } from "~/routes/reservation/$id/paiement";
import { lastMailTo } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser, takeSlots } from "../support/fixtures";
import { newAdmin } from "../support/office";
import { takenMeanwhile } from "../support/taken-meanwhile";
import { Visitor, type Handler } from "../support/visitor";

useDatabase();

const now = new Date();
const day = (count: number) => addDays(todayInParis(now), count);
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  ({ venue, owner } = await createPayableVenue());
  buyer = await createUser();
});

let keys = 0;
const request = (fields: object = {}) => ({
  venueId: venue._id.toString(),
  buyer: { id: buyer._id.toString() },
  startDate: day(10),
  endDate: day(12),
  requestKey: `form-${(keys += 1)}`,
  now,
  ...fields,
});
const someoneElse = async () => ({ buyer: { id: (await createUser())._id.toString() } });
const refusal = (code: string) => expect.objectContaining({ code }) as unknown;

describe("taking days", () => {
  test("writes the price, the policy and every half day once", async () => {
    const hold = await reserve(request());
    expect(await stored(hold)).toMatchObject({
      status: "hold",
      units: 3,
      unitPrice: 48_000,
      subtotal: 144_000,
      fee: 18_000,
      total: 162_000,
      ownerShare: 126_000,
      platformShare: 36_000,
      policy: "souple",
      attempt: 0,
    });
    expect(hold.holdUntil).toEqual(addMinutes(now, 30));
    expect(hold.reference).toMatch(/^PDS-[2-9A-HJ-NP-Z]{6}$/);
    expect(await slotsHeld(hold)).toBe(6);
    expect(await takenSlots(venue._id.toString(), { now, rules: venue })).toHaveLength(6);
  });

  test("says before paying what the venue's page said of cancelling, and nothing of limits passed by then", async () => {
    const mostly = await createPayableVenue({ cancellationPolicy: "stricte" });
    const venueId = mostly.venue._id.toString();
    const raw = { startDate: day(20), endDate: day(20) };
    const said = (await bookingPage(venueId, { viewerId: null, raw, now })).policyText;
    expect(said).toMatch(/^Remboursement de moitié jusqu’au /);
    const hold = await reserve(request({ ...raw, venueId }));
    const asked = { buyerId: buyer._id.toString(), now };
    expect((await requestPage(hold._id.toString(), asked)).policyText).toBe(said);
    // Whose limits pass later knows which they were.
    const later = { ...asked, now: addMinutes(now, 10 * 24 * 60) };
    expect((await requestPage(hold._id.toString(), later)).policyText).toBe(said);
    await payOnPage(await startPayment({ reservationId: hold._id.toString(), ...asked }));
    await syncReservation(hold._id.toString());
    expect((await lastMailTo(buyer.email)).text.replace(/\s+/g, " ")).toContain(said);
  });

  test("says before paying who rents out, as others know them", async () => {
    const hold = await reserve(request());
    const asked = { buyerId: buyer._id.toString(), now };
    const page = await paymentPage(hold._id.toString(), asked);
    expect(page.recap).toEqual(await requestPage(hold._id.toString(), asked));
    expect(page.lessor).toEqual({ name: displayName(owner), kind: owner.role });
    const by = { buyerId: hold.ownerId.toString(), now };
    await expect(paymentPage(hold._id.toString(), by)).rejects.toEqual(refusal("not_found"));
  });

  test("says before paying in whose name the receipt will be, as it then is", async () => {
    const seat = { street: "2 rue Haute", postalCode: "1000", city: "Bruxelles" };
    const numbers = { siret: "73282932000074", vatNumber: "FR44732829320" };
    const company = { role: "Entreprise", ...seat, country: "Belgique", ...numbers };
    await UserModel.updateOne({ _id: buyer._id }, company);
    const hold = await reserve(request());
    const reservationId = hold._id.toString();
    const asked = { buyerId: buyer._id.toString(), now };
    const holder = async () => (await paymentPage(reservationId, asked)).holder!;
    expect(await holder()).toMatchObject({ lacking: { limit: "le nom de la structure" } });
    await UserModel.updateOne({ _id: buyer._id }, { entityName: "SARL Granges" });
    const { lacking, ...said } = await holder();
    expect(lacking).toBeNull();
    const person = `${buyer.name} ${buyer.lastname}`;
    expect(said).toEqual({
      name: "SARL Granges",
      lines: [
        ...[person, "2 rue Haute, 1000 Bruxelles, Belgique"],
        ...["SIRET 732 829 320 00074", "TVA FR44732829320"],
      ],
    });
    await payOnPage(await startPayment({ reservationId, ...asked }));
    await syncReservation(reservationId);
    const receipt = await ReceiptModel.findOne({ reservation: hold._id }).lean();
    const [, tenant] = receiptSheet(receipt!, "buyer").parties;
    expect(tenant).toEqual({ heading: "Loué à", ...said });
  });

  test("is told to be of a person, and without an address where they said none", async () => {
    const particular = { $set: { role: "Particulier" }, $unset: { street: 1, city: 1 } };
    await UserModel.updateOne({ _id: buyer._id }, particular);
    const hold = await reserve(request());
    const asked = { buyerId: buyer._id.toString(), now };
    expect((await paymentPage(hold._id.toString(), asked)).holder).toEqual({
      name: `${buyer.name} ${buyer.lastname}`,
      lines: ["Sans adresse"],
      lacking: null,
    });
  });

  test("is with whoever rents out then, whatever they call themselves before they accept", async () => {
    const { venue: manual, owner: company } = await createPayableVenue({ needValidation: true });
    const identity = { role: "Entreprise", entityName: "SARL Granges", siret: "73282932000074" };
    await UserModel.updateOne({ _id: company._id }, identity);
    const hold = await reserve(request({ venueId: manual._id.toString() }));
    const reservationId = hold._id.toString();
    const asked = { buyerId: buyer._id.toString(), now };
    const { lessor } = await paymentPage(reservationId, asked);
    expect(lessor).toMatchObject({ name: "SARL Granges", kind: "Entreprise" });
    const told = async () => (await lastMailTo(buyer.email)).text.replace(/\s+/g, " ");
    await payOnPage(await startPayment({ reservationId, ...asked }));
    await syncReservation(reservationId);
    const contract = "Loué par SARL Granges (Entreprise) SIREN 732 829 320";
    expect(await told()).toContain(contract);

    await UserModel.updateOne(
      { _id: company._id },
      { $set: { role: "Particulier" }, $unset: { entityName: 1, siret: 1 } },
    );
    expect((await paymentPage(reservationId, asked)).lessor).toEqual(lessor);
    await acceptRequest({ reservationId, ownerId: company._id.toString(), now });
    expect((await lastMailTo(buyer.email)).subject).toMatch(/^Demande acceptée/);
    expect(await told()).toContain(contract);
    expect(await told()).not.toContain("particulier");
    const side = { side: "buyer", userId: asked.buyerId } as const;
    expect((await reservationPage(reservationId, side, now)).other).toBe("SARL Granges");
    // One of before that was kept is with its owner as they are.
    await ReservationModel.updateOne({ _id: hold._id }, { $unset: { lessor: 1 } });
    expect((await paymentPage(reservationId, asked)).lessor).toMatchObject({ kind: "Particulier" });
  });

  test("a venue by the half day: only the halves that were asked for", async () => {
    const { venue: half } = await createPayableVenue({ time: "Half" });
    const fields = { venueId: half._id.toString(), startSlot: "PM", endSlot: "AM" };
    const hold = await reserve(request(fields));
    expect(hold.units).toBe(4);
    expect(await slotsHeld(hold)).toBe(4);
    const morning = { ...fields, startDate: day(10), endDate: day(10), startSlot: "AM" };
    const other = await someoneElse();
    expect((await reserve(request({ ...morning, ...other }))).units).toBe(1);
  });

  test("days taken, by a reservation or by the owner: the specified sentence, nothing written", async () => {
    await reserve(request());
    const other = await someoneElse();
    for (const days of [
      { startDate: day(12), endDate: day(14) },
      { startDate: day(8), endDate: day(10) },
      { startDate: day(11), endDate: day(11) },
      { startDate: day(5), endDate: day(20) },
    ]) {
      await expect(reserve(request({ ...days, ...other }))).rejects.toMatchObject({
        code: "days_taken",
        message:
          "Une réservation existe déjà entre vos dates sélectionnées. Veuillez choisir des dates disponibles.",
      });
    }
    await takeSlots(venue, [day(30), "PM"]);
    const blocked = { startDate: day(30), endDate: day(30) };
    await expect(reserve(request(blocked))).rejects.toEqual(refusal("days_taken"));
    expect(await ReservationModel.countDocuments()).toBe(1);
    expect(await BookedSlotModel.countDocuments()).toBe(7);
    await expect(
      reserve(request({ startDate: day(13), endDate: day(14), ...other })),
    ).resolves.toBeTruthy();
  });

  test("twenty at once for the same day: one wins, the others get the sentence", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, someoneElse));
    const results = await Promise.allSettled(people.map((other) => reserve(request(other))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toEqual(refusal("days_taken"));
    }
    expect(await ReservationModel.countDocuments()).toBe(1);
    expect(await BookedSlotModel.countDocuments()).toBe(6);
  });
});

test("days that others take and leave as they are written are tried for three times", async () => {
  await takeSlots(venue, [day(30), "AM"]);
  const tried = (times: number) => takenMeanwhile("half days", times, () => reserve(request()));
  expect(await tried(3)).toEqual(["days_taken", 3]);
  expect(await ReservationModel.countDocuments()).toBe(0);
  expect(await tried(2)).toEqual(["done", 3]);
});

describe("the same press twice", () => {
  test("is one reservation, one after the other or at once", async () => {
    const same = request();
    const [one, two] = await Promise.all([reserve(same), reserve(same)]);
    const three = await reserve(same);
    expect(new Set([one, two, three].map(({ _id }) => _id.toString())).size).toBe(1);
    expect(await ReservationModel.countDocuments()).toBe(1);
  });

  test("after it was paid, it is still that reservation; from another form the days are taken", async () => {
    const same = request();
    const hold = await reserve(same);
    const buyerId = buyer._id.toString();
    await payOnPage(await startPayment({ reservationId: hold._id.toString(), buyerId, now }));
    await syncReservation(hold._id.toString(), { now });
    expect(await reserve(same)).toMatchObject({ _id: hold._id, status: "confirmed" });
    await expect(reserve(request())).rejects.toEqual(refusal("days_taken"));
  });

  test("after it was given up, twice, it is a new reservation each time, once one may have it again", async () => {
    const same = request();
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    const made = new Set<string>();
    for (const minutes of [0, 10, 40]) {
      const press = { ...same, now: addMinutes(now, minutes) };
      const hold = await reserve(press);
      expect((await reserve(press))._id).toEqual(hold._id);
      made.add(hold._id.toString());
      await cancelReservation({ reservationId: hold._id.toString(), by, now: press.now });
    }
    expect(made.size).toBe(3);
  });

  test("at another price than its unpaid hold's is a new reservation", async () => {
    const same = request();
    const old = await reserve(same);
    await setVenue({ price: 50_000 });
    const fresh = await reserve(same);
    expect(fresh.total).toBe(168_750);
    expect((await stored(old)).status).toBe("dead");
    expect(await slotsHeld(fresh)).toBe(6);
  });

  test("the same form with other days is another reservation, instead of the first", async () => {
    const same = request();
    const first = await reserve(same);
    const other = await reserve({ ...same, startDate: day(20), endDate: day(20) });
    expect(other.startDate).toBe(day(20));
    expect((await stored(first)).status).toBe("dead");
    expect(await slotsHeld(first)).toBe(0);
  });

  test("the same form takes the days again once its hold has run out and the wait is over", async () => {
    const same = request();
    const old = await reserve(same);
    const later = { ...same, now: addMinutes(now, 41) };
    const fresh = await reserve(later);
    expect(fresh._id).not.toEqual(old._id);
    expect((await stored(old)).status).toBe("dead");
    expect((await reserve(later))._id).toEqual(fresh._id);
  });
});

describe("one's own earlier hold", () => {
  test("for the same days is taken up again", async () => {
    const old = await reserve(request());
    expect((await reserve(request()))._id).toEqual(old._id);
  });

  test("for overlapping days is given up, its payment page closed first", async () => {
    const old = await reserve(request());
    const buyerId = buyer._id.toString();
    const url = await startPayment({ reservationId: old._id.toString(), buyerId, now });
    const fresh = await reserve(request({ startDate: day(12), endDate: day(15) }));
    expect((await stored(old)).status).toBe("dead");
    expect(await slotsHeld(fresh)).toBe(8);
    expect((await payOnPage(url)).status).not.toBe(303);
  });

  test("that was paid meanwhile is an obstacle", async () => {
    const old = await reserve(request());
    const buyerId = buyer._id.toString();
    await payOnPage(await startPayment({ reservationId: old._id.toString(), buyerId, now }));
    const overlapping = request({ startDate: day(12), endDate: day(15) });
    await expect(reserve(overlapping)).rejects.toEqual(refusal("days_taken"));
    expect((await stored(old)).status).toBe("confirmed");
  });

  test("is kept when someone else has the other days", async () => {
    const old = await reserve(request());
    await reserve(request({ startDate: day(14), endDate: day(14), ...(await someoneElse()) }));
    const both = request({ startDate: day(12), endDate: day(14) });
    await expect(reserve(both)).rejects.toEqual(refusal("days_taken"));
    expect((await stored(old)).status).toBe("hold");
  });
});

test("another's hold that ran out makes way, its payment page closed first", async () => {
  const old = await reserve(request());
  const buyerId = buyer._id.toString();
  const url = await startPayment({ reservationId: old._id.toString(), buyerId, now });
  const later = addMinutes(now, 31);
  const fresh = await reserve(request({ ...(await someoneElse()), now: later }));
  expect((await stored(old)).status).toBe("dead");
  expect(await slotsHeld(fresh)).toBe(6);
  expect((await payOnPage(url)).status).not.toBe(303);
});

describe("what is refused", () => {
  const cases: [string, object, string][] = [
    ["no dates", { startDate: "", endDate: "" }, "dates_required"],
    ["today", { startDate: day(0), endDate: day(1) }, "too_early"],
    ["reversed", { startDate: day(12), endDate: day(10) }, "reversed"],
    ["30 February", { startDate: "2027-02-30", endDate: "2027-03-01" }, "day_invalid"],
    ["10 years", { startDate: day(3650), endDate: day(3650) }, "too_late"],
    ["another price", { expectedTotal: 161_999 }, "price_changed"],
    ["no venue", { venueId: "ffffffffffffffffffffffff" }, "not_found"],
    ["a bad id", { venueId: "../etc" }, "not_found"],
  ];
  test.each(cases)("%s", async (_, fields, code) => {
    await expect(reserve(request(fields))).rejects.toEqual(refusal(code));
    expect(await BookedSlotModel.countDocuments()).toBe(0);
  });

  test("one's own venue", async () => {
    const own = { buyer: { id: owner._id.toString() } };
    await expect(reserve(request(own))).rejects.toEqual(refusal("own_venue"));
  });

  test.each([
    ["an unavailable venue", () => setVenue({ status: "unavailable" }), "venue_closed"],
    ["an unlisted venue", () => setVenue({ listed: false }), "venue_closed"],
    ["a deleted venue", () => setVenue({ deletedAt: now }), "not_found"],
    ["an owner not yet active", () => setOwner({ stripeStats: "pending" }), "venue_closed"],
    ["a banned owner", () => setOwner({ bannedAt: now }), "not_found"],
  ])("%s", async (_, change, code) => {
    await change();
    await expect(reserve(request())).rejects.toEqual(refusal(code));
  });

  test("paying for a venue that closed meanwhile", async () => {
    const hold = await reserve(request());
    await setVenue({ deletedAt: now });
    const payment = { reservationId: hold._id.toString(), buyerId: buyer._id.toString(), now };
    await expect(startPayment(payment)).rejects.toEqual(refusal("venue_closed"));
    expect((await stored(hold)).opening).toBeUndefined();
  });

  test("more than a card payment can be", async () => {
    await setVenue({ price: 999_900 });
    const long = request({ startDate: day(1), endDate: day(120) });
    await expect(reserve(long)).rejects.toEqual(refusal("too_expensive"));
  });
});

describe("what is shown", () => {
  test("a hold to its buyer until its time is over, to the owner never", async () => {
    const hold = await reserve(request());
    const buyerId = buyer._id.toString();
    const shown = await listMyRequests(buyerId, { now });
    expect(shown.requests.map(({ label }) => label)).toEqual(["Paiement en cours"]);
    expect(shown.requests[0]?.hold?.minutesLeft).toBe(30);
    expect((await listMyRequests(buyerId, { now: addMinutes(now, 31) })).total).toBe(0);
    const page = await requestPage(hold._id.toString(), { buyerId, now: addMinutes(now, 31) });
    expect(page.state).toBe("dead");
    const ownerId = owner._id.toString();
    await expect(requestPage(hold._id.toString(), { buyerId: ownerId, now })).rejects.toEqual(
      refusal("not_found"),
    );
    const by = { role: "owner", userId: ownerId } as const;
    await expect(
      cancelReservation({ reservationId: hold._id.toString(), by, now }),
    ).rejects.toEqual(refusal("not_found"));
    await expect(
      acceptRequest({ reservationId: hold._id.toString(), ownerId, now }),
    ).rejects.toEqual(refusal("not_found"));
  });

  test("searched by the start of the title, in any case, whatever is typed", async () => {
    await setVenue({ title: "Salle (des) Tilleuls" });
    await reserve(request());
    const buyerId = buyer._id.toString();
    const found = async (search: string) => (await listMyRequests(buyerId, { search, now })).total;
    expect(await found("salle (DES")).toBe(1);
    expect(await found("tilleuls")).toBe(0);
    expect(await found(".*")).toBe(0);
    expect((await listMyRequests(buyerId, { state: "hold", now })).total).toBe(1);
    expect((await listMyRequests(buyerId, { state: "confirmed", now })).total).toBe(0);
  });
});

test("giving an unpaid hold up frees the days and closes its page", async () => {
  const hold = await reserve(request());
  const userId = buyer._id.toString();
  const reservationId = hold._id.toString();
  const url = await startPayment({ reservationId, buyerId: userId, now });
  const after = await cancelReservation({ reservationId, by: { role: "buyer", userId }, now });
  expect(after.status).toBe("dead");
  expect(await slotsHeld(hold)).toBe(0);
  expect((await payOnPage(url)).status).not.toBe(303);
  expect((await syncReservation(reservationId))?.status).toBe("dead");
  expect((await sandbox.state()).objects.refund).toBe(0);
});

describe("giving up a hold that is paid meanwhile", () => {
  /** Five days ahead, `stricte`: what is paid stays paid. */
  const paidHold = async () => {
    ({ venue, owner } = await createPayableVenue({ cancellationPolicy: "stricte" }));
    const hold = await reserve(request({ startDate: day(5), endDate: day(7) }));
    const buyerId = buyer._id.toString();
    await payOnPage(await startPayment({ reservationId: hold._id.toString(), buyerId, now }));
    return hold;
  };
  const pressed = async (hold: Reservation, form: Record<string, string>, action: Handler) => {
    const visitor = new Visitor();
    await visitor.context().session.start(buyer._id);
    const id = hold._id.toString();
    const params = { id: form.intent === "abandon" ? venue._id.toString() : id, demande: id };
    return await visitor.visit(action, "/", { form, params });
  };

  test.each(["before", "after"])(
    "%s its payment is known: refused, and it stands",
    async (when) => {
      const hold = await paidHold();
      if (when === "after") await syncReservation(hold._id.toString());
      const answer = await pressed(hold, { intent: "abandon" }, payment);
      expect(answer.status).toBe(409);
      expect(await stored(hold)).toMatchObject({ status: "confirmed", refunded: 0 });
      expect(await slotsHeld(hold)).toBe(6);
    },
  );

  test("the page that asks first says that nothing was debited: likewise", async () => {
    const hold = await paidHold();
    const said = { intent: "cancel", amount: "0", paid: "0" };
    expect((await pressed(hold, said, cancelRequest)).status).toBe(409);
    expect(await stored(hold)).toMatchObject({ status: "confirmed", refunded: 0 });
    const known = { ...said, paid: "162000" };
    expect((await pressed(hold, known, cancelRequest)).status).toBe(303);
    expect(await stored(hold)).toMatchObject({ status: "cancelled", refunded: 0 });
  });

  test("the platform, which calls off all that is to come, gives everything back", async () => {
    const hold = await paidHold();
    const { actor } = await newAdmin();
    const userId = buyer._id.toString();
    expect(await cancelComing({ actor, userId, now })).toEqual({
      cancelled: 1,
      unfinished: 0,
      left: 0,
      came: 0,
    });
    expect(await stored(hold)).toMatchObject({
      status: "cancelled",
      refunded: 162_000,
      cancellation: { by: "admin", why: "Annulée par la plateforme" },
    });
  });

  test("the platform frees what waits for an answer meanwhile, and says that it was the platform", async () => {
    ({ venue, owner } = await createPayableVenue({ needValidation: true }));
    const hold = await reserve(request());
    const buyerId = buyer._id.toString();
    await payOnPage(await startPayment({ reservationId: hold._id.toString(), buyerId, now }));
    const { actor } = await newAdmin();
    await cancelComing({ actor, userId: buyerId, now });
    expect(await stored(hold)).toMatchObject({
      status: "cancelled",
      cancellation: { by: "admin" },
    });
  });
});

const setVenue = async (fields: Partial<Venue>) => {
  await VenueModel.updateOne({ _id: venue._id }, { $set: fields });
};
const setOwner = async (fields: Partial<User>) => {
  await UserModel.updateOne({ _id: owner._id }, { $set: fields });
};
