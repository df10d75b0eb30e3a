import { sandbox } from "../support/payments";
import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { ReceiptCounterModel } from "@models/receipt-counter";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReceiptModel, type Receipt } from "@models/receipt";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import type { ReceiptsPage } from "~/bookings/lists/receipts-page.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { applyPayment, type Outcome } from "~/bookings/record/payment-record.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { balanceOf } from "~/payments/balance";
import { appendToLedger } from "~/payments/ledger.server";
import { NO_PAYMENT, type PaymentSnapshot } from "~/payments/snapshot";
import { inTransaction } from "~/platform/database.server";
import { addDays, todayInParis, type Day } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { leftBy } from "~/rules/receipt-amounts";
import { loader as buyersFile } from "~/routes/mes-demandes/$id/recu/$file";
import { loader as buyersPage } from "~/routes/mes-demandes/$id/recu/index";
import { loader as yearFile } from "~/routes/mes-locations/csv";
import { loader as ownersFile } from "~/routes/mes-locations/demandes/$id/recu/$file";
import { loader as ownersPage } from "~/routes/mes-locations/demandes/$id/recu/index";
import { expectPapersOfBooks } from "../support/books";
import { confirmReservation } from "../support/confirmed-reservation";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn, newMember, type Member } from "../support/members";
import { personalData } from "../support/personal-data";
import { createReservation } from "../support/reservations";
import type { Handler } from "../support/visitor";

/** Receipts and credit notes: one for each movement, numbered without gaps, worded once and for all. */

useDatabase();

const now = new Date();
const year = todayInParis(now).slice(0, 4);
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser({ name: "Hugo", lastname: "Lambert", street: "8 quai des Mariniers" });
});

const documents = async () => await ReceiptModel.find().sort({ number: 1 }).lean();
const numbers = async () => (await documents()).map(({ number }) => number);

/** Expects the documents of a reservation to come to what its ledger has. */
async function expectSumsOfLedger({ _id }: Reservation): Promise<Receipt[]> {
  await expectPapersOfBooks();
  const entries = await LedgerEntryModel.find({ reservation: _id }).lean();
  const made = await ReceiptModel.find({ reservation: _id }).sort({ number: 1 }).lean();
  const sum = made.reduce((total, one) => total + (one.kind === "receipt" ? 1 : -1) * one.total, 0);
  const { paid, refunded } = balanceOf(entries);
  expect(sum).toBe(paid - refunded);
  for (const { rent, fee, total } of made) expect(rent + fee).toBe(total);
  return made;
}

it("have who lives or has its seat abroad with the country", async () => {
  const abroad = { street: "2 rue Haute", postalCode: "1000", city: "Bruxelles" };
  await UserModel.updateOne({ _id: buyer._id }, { ...abroad, country: "Belgique" });
  await confirmReservation(buyer);
  const [receipt] = await documents();
  expect(receipt!.tenant).toMatchObject({
    street: "2 rue Haute",
    town: "1000 Bruxelles, Belgique",
  });
});

it("come with the payment and with each refund, and stay as they were made", async () => {
  const { reservation, owner } = await confirmReservation(buyer, { policy: "modérée", days: 5 });
  const [receipt] = await expectSumsOfLedger(reservation);
  expect(receipt).toMatchObject({
    number: `${year}-000001`,
    reference: reservation.reference,
    total: 162_000,
    tenant: { name: "Hugo Lambert", street: "8 quai des Mariniers" },
  });
  await UserModel.updateOne({ _id: owner._id }, { name: "Zoé", vatRegime: "assujetti" });
  const by = { role: "buyer", userId: buyer._id.toString() } as const;
  await cancelReservation({ reservationId: reservation._id.toString(), by, now });
  const [same, note] = await expectSumsOfLedger(reservation);
  expect(same).toEqual(receipt);
  expect(note).toMatchObject({
    number: `${year}-A00001`,
    corrects: receipt!.number,
    total: 81_000,
    landlord: receipt!.landlord,
    rentVat: 0,
  });
  await syncReservation(reservation._id.toString());
  expect(await numbers()).toEqual([`${year}-000001`, `${year}-A00001`]);
});

it("correct one that a newer release made, without what this one does not know of it", async () => {
  const { reservation } = await confirmReservation(buyer);
  const unknown = { later: 1, ...{ "landlord.later": 1, "tenant.later": 1, "platform.later": 1 } };
  await ReceiptModel.collection.updateOne({ reservation: reservation._id }, { $set: unknown });
  const by = { role: "buyer", userId: buyer._id.toString() } as const;
  const reservationId = reservation._id.toString();
  const ended = await cancelReservation({ reservationId, by, now });
  expect(ended.status).toBe("cancelled");
  const [receipt, note] = await expectSumsOfLedger(reservation);
  const { landlord, tenant, platform, feeVat } = note!;
  expect(note).toMatchObject({ kind: "credit_note", corrects: receipt!.number, total: 162_000 });
  expect(receipt).toMatchObject({ landlord, tenant, platform, feeVat, later: 1 });
  expect(JSON.stringify(note)).not.toContain("later");
});

it("take a credit note back when the bank sends its refund back", async () => {
  const { reservation, owner } = await confirmReservation(buyer);
  const by = { role: "owner", userId: owner._id.toString() } as const;
  await cancelReservation({ reservationId: reservation._id.toString(), by, now });
  const { paymentIntentId } = reservation;
  const [refund] = (await sandbox.stripe.refunds.list({ payment_intent: paymentIntentId })).data;
  await sandbox.control(`refunds/${refund!.id}`, { status: "failed" });
  await syncReservation(reservation._id.toString());
  const made = await expectSumsOfLedger(reservation);
  expect(made.find(({ corrects }) => corrects === `${year}-A00001`)).toMatchObject({
    kind: "receipt",
    total: 162_000,
  });
});

it("leave the rent and the fee of a price that changes of dates lowered, to the cent", async () => {
  const { reservation } = await confirmReservation(buyer, { price: 14_550, days: 40 });
  const { startDate } = reservation;
  const ids = { reservationId: reservation._id.toString(), buyerId: buyer._id.toString() };
  const changeTo = async (endDate: Day) => {
    await changeDates({ ...ids, now, raw: { startDate, endDate } });
    await syncReservation(ids.reservationId);
    const { subtotal, fee, total } = (await ReservationModel.findById(reservation._id).lean())!;
    const papers = await expectSumsOfLedger(reservation);
    expect(leftBy(papers)).toMatchObject({ rent: subtotal, fee, total });
  };
  await changeTo(addDays(startDate, 1));
  await changeTo(startDate);
});

describe("numbers", () => {
  const at = new Date(Math.floor(now.getTime() / 1000) * 1000);

  /** What Stripe would tell of a payment that was just taken. */
  const taken = (id: string, amount: number): PaymentSnapshot => ({
    ...NO_PAYMENT,
    state: "paid",
    intentId: `pi_${id}`,
    settled: true,
    charge: { id: `ch_${id}`, amount, at, captured: amount, manual: false },
  });

  async function holds(count: number): Promise<Reservation[]> {
    const owner = await createOwner();
    const venue = await createVenue(owner);
    const made: Reservation[] = [];
    for (let place = 0; place < count; place += 1) {
      const startDate = addDays(todayInParis(now), 10 + place);
      made.push(await createReservation({ venue, buyer, status: "hold", startDate }));
    }
    return made;
  }

  const confirmed = {
    event: "capture",
    by: "system",
    why: "Paiement reçu",
    at: now,
    news: "confirmed",
  } satisfies Outcome;
  const capture = async (hold: Reservation) =>
    await applyPayment(hold, taken(hold._id.toString(), hold.total), confirmed);

  it("have no gap and no double in a race, some of whose transactions come to nothing", async () => {
    const all = await holds(12);
    // Those of another process wait for nobody here: only the database keeps them apart.
    const elsewhere = async (hold: Reservation) => {
      const written = { payment: taken(hold._id.toString(), hold.total), parties: hold };
      await inTransaction((session) => appendToLedger([written], session)).catch(() =>
        capture(hold),
      );
    };
    const fails = async (hold: Reservation) => {
      const written = { payment: taken(hold._id.toString(), hold.total), parties: hold };
      const work = inTransaction(async (session) => {
        await appendToLedger([written], session);
        throw new Error("crash before the commit");
      });
      await expect(work).rejects.toThrow();
    };
    await Promise.all(all.map((hold, place) => [capture, elsewhere, fails][place % 3]!(hold)));
    expect(await numbers()).toEqual(
      Array.from({ length: 8 }, (_, place) => `${year}-${String(place + 1).padStart(6, "0")}`),
    );
    expect(await ReceiptCounterModel.find().lean()).toEqual([{ _id: `receipt:${year}`, last: 8 }]);
  });

  it("are given once to a payment that several write down at once", async () => {
    const [hold] = await holds(1);
    await Promise.all([capture(hold!), capture(hold!), capture(hold!)]);
    expect(await numbers()).toEqual([`${year}-000001`]);
    expect(await ReservationModel.findById(hold!._id).lean()).toMatchObject({
      status: "confirmed",
    });
  });

  it("stay unique even if the counter were lost", async () => {
    const [first, second] = await holds(2);
    await capture(first!);
    await inTransaction(async (session) => {
      await ReceiptCounterModel.deleteMany({}, { session });
    });
    await expect(capture(second!)).rejects.toThrow(/duplicate key/i);
    expect(await numbers()).toEqual([`${year}-000001`]);
    expect(await LedgerEntryModel.countDocuments({ reservation: second!._id })).toBe(0);
  });
});

it("are not made of a payment whose reservation is unknown", async () => {
  const parties = { _id: new Types.ObjectId(), userId: buyer._id, ownerId: buyer._id };
  const charge = { id: "ch_x", amount: 5, at: now, captured: 5, manual: false };
  const payment: PaymentSnapshot = { ...NO_PAYMENT, state: "paid", charge };
  await inTransaction((session) => appendToLedger([{ payment, parties }], session));
  expect(await documents()).toEqual([]);
});

describe("pages and files", () => {
  const handlers = {
    buyer: { page: buyersPage, file: buyersFile },
    owner: { page: ownersPage, file: ownersFile },
  };

  async function answer({ visitor }: Member, handler: Handler, params: Record<string, string>) {
    return await visitor.visit(handler, "/", { params }).catch((refused: unknown) => {
      if (refused instanceof Response) return refused;
      throw refused;
    });
  }

  it("are for their two sides and nobody else", async () => {
    const made = await confirmReservation(buyer, { policy: "modérée", days: 5 });
    const id = made.reservation._id.toString();
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    await cancelReservation({ reservationId: id, by, now });
    const sides = { buyer: await loggedIn(buyer), owner: await loggedIn(made.owner) };
    const strangers = [await newMember(), await loggedIn(await createOwner())];
    // Paid and given back within one second, documented in one turn: in the order of their numbers then.
    for (const { _id } of await documents()) {
      await ReceiptModel.updateOne({ _id }, { $set: { issuedAt: now, movedAt: now } });
    }

    for (const side of ["buyer", "owner"] as const) {
      const { page, file } = handlers[side];
      const response = await answer(sides[side], page, { id });
      const { sheets } = ((await response.json()) as { page: ReceiptsPage }).page;
      expect(sheets.map(({ number }) => number)).toEqual([`${year}-000001`, `${year}-A00001`]);
      expect(sheets.map(({ total }) => total.amount)).toEqual([
        formatEuros(162_000),
        formatEuros(-81_000),
      ]);
      for (const { number, fileHref } of sheets) {
        expect(fileHref).toMatch(new RegExp(`/${id}/recu/${number}\\.pdf$`));
        const pdf = await answer(sides[side], file, { id, file: `${number}.pdf` });
        expect(pdf.headers.get("content-type")).toBe("application/pdf");
        expect(pdf.headers.get("cache-control")).toBe("private, no-store");
        expect((await pdf.text()).startsWith("%PDF-")).toBe(true);
      }
      const other = sides[side === "buyer" ? "owner" : "buyer"];
      for (const member of [other, ...strangers]) {
        expect((await answer(member, page, { id })).status).toBe(404);
        const params = { id, file: `${year}-000001.pdf` };
        expect((await answer(member, file, params)).status).toBe(404);
      }
      for (const name of [`${year}-000002.pdf`, `${year}-000001`, "x.pdf", "../1.pdf", ".pdf"]) {
        expect((await answer(sides[side], file, { id, file: name })).status).toBe(404);
      }
      expect((await answer(sides[side], page, { id: "0".repeat(24) })).status).toBe(404);
    }
    const told = await MailModel.findOne({ key: `reservation-confirmed:${id}:buyer` }).lean();
    expect(told?.text).toContain(`/mes-demandes/${id}/recu`);
  });

  it("tell neither side where the other lives, nor the owner which card paid, in what they download either", async () => {
    const { reservation, owner } = await confirmReservation(buyer);
    const home = { street: "3 impasse du Lavoir", town: "76000 Rouen" };
    const landlord = { name: "Claire Besson", ...home };
    await ReceiptModel.updateMany({ reservation: reservation._id }, { $set: { landlord } });
    const [receipt] = await documents();
    expect(receipt).toMatchObject({
      cardLast4: "4242",
      tenant: { street: "8 quai des Mariniers" },
    });
    const theirs = { buyer: "Lavoir", owner: "Mariniers" };
    for (const side of ["buyer", "owner"] as const) {
      const member = await loggedIn(side === "buyer" ? buyer : owner);
      const response = await answer(member, handlers[side].page, { id: String(reservation._id) });
      const text = await response.text();
      expect(text).toContain(receipt!.number);
      expect(text).not.toContain(theirs[side]);
      expect(text.includes("terminée par 4242")).toBe(side === "buyer");
    }
    const { receipts, reservationsOfVenues } = await personalData(String(owner._id), now);
    expect(receipts.sold).toMatchObject([{ number: receipt!.number, total: receipt!.total }]);
    expect(reservationsOfVenues).toMatchObject([{ reference: reservation.reference }]);
    const { paymentIntentId } = reservation;
    const ofBuyer = ["Mariniers", "cardLast4", '"4242"', "chargeId", "checkoutSessionId"];
    for (const text of [...ofBuyer, "paymentIntentId", paymentIntentId!])
      expect(JSON.stringify([receipts, reservationsOfVenues]), text).not.toContain(text);
    const { receipts: own } = await personalData(String(buyer._id), now);
    expect(own.bought).toMatchObject([{ cardLast4: "4242", tenant: { name: "Hugo Lambert" } }]);
    expect(JSON.stringify(own)).toContain("Mariniers");
    expect(JSON.stringify(own)).not.toContain("Lavoir");
  });

  it("are in the file of both with their movements, found by their reservations as pages find them", async () => {
    const { reservation, owner } = await confirmReservation(buyer);
    const entries = await LedgerEntryModel.find({ reservation: reservation._id }).lean();
    const sides = [
      { id: buyer._id, money: "paid", papers: "bought" },
      { id: owner._id, money: "earned", papers: "sold" },
    ] as const;
    for (const { id, money, papers } of sides) {
      const { answer: file, asked } = await askedBy(() => personalData(String(id), now));
      const books = asked.filter((one) => /^find (ledgerentries|receipts): /.test(one));
      expect(books.length).toBeGreaterThanOrEqual(2);
      for (const one of books) expect(one).toContain("filter {reservation: {$in: [");
      expect(file.payments[money].map(({ _id }) => _id).sort()).toEqual(
        entries.map(({ _id }) => _id).sort(),
      );
      expect(file.receipts[papers]).toHaveLength(1);
    }
  });

  it("keep in the file where an organisation has its seat, as the document itself does", async () => {
    const { reservation, owner } = await confirmReservation(buyer);
    const seat = { street: "3 quai Neuf", town: "76000 Rouen" };
    const landlord = { name: "Claire Besson", organisation: "Les Granges", ...seat };
    const tenant = { name: "Hugo Lambert", organisation: "Les Halles", ...seat };
    await ReceiptModel.updateMany({ reservation: reservation._id }, { $set: { landlord, tenant } });
    const ofBuyer = await personalData(String(buyer._id), now);
    expect(ofBuyer.receipts.bought).toMatchObject([{ landlord: seat }]);
    const ofOwner = await personalData(String(owner._id), now);
    expect(ofOwner.receipts.sold).toMatchObject([{ tenant: seat }]);
  });

  it.each(["dead", "hold"] as const)(
    "are not the owner's where it never was a booking (%s), nor are its movements, in the file either",
    async (status) => {
      const { reservation, owner } = await confirmReservation(buyer);
      await ReservationModel.updateOne({ _id: reservation._id }, { $set: { status } });
      const { receipts, payments } = await personalData(String(owner._id), now);
      expect([receipts.sold, payments.earned]).toEqual([[], []]);
      const own = await personalData(String(buyer._id), now);
      expect([own.receipts.bought.length, own.payments.paid.length > 0]).toEqual([1, true]);
    },
  );

  it("are none while nothing was paid", async () => {
    const owner = await loggedIn(await createOwner());
    const venue = await createVenue(owner.user);
    const startDate = addDays(todayInParis(now), 9);
    const { _id } = await createReservation({ venue, buyer, status: "pending", startDate });
    const params = { id: _id.toString() };
    expect((await answer(await loggedIn(buyer), buyersPage, params)).status).toBe(404);
    expect((await answer(owner, ownersPage, params)).status).toBe(404);
  });

  it("give an owner the file of a year, with what the ledger has, and nobody else's", async () => {
    const { reservation, owner } = await confirmReservation(buyer, { days: 3 });
    await VenueModel.updateOne({ _id: reservation.venueId }, { title: "=1+1" });
    await ReservationModel.updateOne({ _id: reservation._id }, { venueTitle: "=1+1" });
    const booked = reservation.startDate.slice(0, 4);
    const fileOf = async (member: Member, query: string) => {
      const response = await member.visitor.visit(yearFile, `/mes-locations.csv${query}`);
      expect(response.headers.get("content-disposition")).toContain("attachment");
      return await response.text();
    };
    const member = await loggedIn(owner);
    const [heading, row, ...rest] = (await fileOf(member, `?annee=${booked}`)).split("\r\n");
    expect(heading).toContain("Référence;Lieu;Ville");
    expect(row).toContain(`${reservation.reference};'=1+1;`);
    expect(row).toMatch(/;1440,00;180,00;\d\d\/\d\d\/\d{4};1620,00;;0,00;1260,00;;/);
    expect(row).toContain(`${year}-000001`);
    expect(rest).toEqual([""]);
    expect(await fileOf(member, "?annee=2001")).not.toContain(reservation.reference);
    expect(await fileOf(member, "?annee[$ne]=x")).toContain("Référence");
    const other = await loggedIn(await createOwner());
    expect(await fileOf(other, `?annee=${booked}`)).not.toContain(reservation.reference);
  });
});
