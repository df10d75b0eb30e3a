import { sandbox } from "../support/payments";
import { trusted, Types } from "mongoose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { AuditEntryModel } from "@models/audit-entry";
import { CaseSettlementModel } from "@models/case-settlement";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { LEDGER_COMPARED_TO, SettingModel } from "@models/setting";
import { findCases } from "~/admin/cases/find-cases.server";
import { financePage } from "~/admin/finance/finance-page.server";
import { movementsOf } from "~/admin/finance/movements.server";
import { listReceipts } from "~/admin/finance/list-receipts.server";
import { periodOf } from "~/admin/finance/period";
import { sumLedger } from "~/admin/finance/sum-ledger.server";
import { caseFile } from "~/admin/cases/case-record.server";
import { casesOfReservation } from "~/admin/cases/cases-of-reservation.server";
import { readCaseAtStripe } from "~/admin/cases/settle-case.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { chargeHeld } from "~/bookings/payment/charge.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { compareLedger } from "~/payments/compare-ledger.server";
import { balanceOf } from "~/payments/balance";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { addDays, addMinutes, parisMidnight, todayInParis } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { loader as movementsCsv } from "~/routes/admin/finance/csv";
import { loader as receiptPage } from "~/routes/admin/finance/recus/$number";
import { loader as listCsv } from "~/routes/admin/list-csv";
import { askedBy } from "../support/asked-of-database";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { newAdmin, type Administrator } from "../support/office";
import { createReservation } from "../support/reservations";

/** The books as finance reads them, each sum counted a second time, entry by entry. */

useDatabase();

const now = new Date();
const month = todayInParis(now).slice(0, 7);
/** Two hours on: what moved now is old enough to be compared. */
const later = addMinutes(now, 120);
let admin: Administrator;

/** A payment, one given back in part, and one that the bank claims. */
beforeAll(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  admin = await newAdmin({ adminRole: "finance" });
  await admin.actor.session.confirm(now);
  const buyer = await createUser();
  await confirmReservation(buyer);
  const { reservation } = await confirmReservation(buyer, { policy: "modérée", days: 5 });
  const by = { role: "buyer", userId: buyer._id.toString() } as const;
  await cancelReservation({ reservationId: reservation._id.toString(), by, now });
});

const cents = (text: string) => Math.round(Number(text.replace(",", ".")) * 100);

async function linesOf(response: Response): Promise<string[][]> {
  const text = await response.text();
  return text
    .trim()
    .split("\r\n")
    .map((line) => line.split(";"));
}

describe("a month", () => {
  it("has the sums of its entries, which are those of its payments", async () => {
    const { total } = await sumLedger(periodOf(month, ""));
    const balance = balanceOf(await LedgerEntryModel.find().lean());
    const { paid, owner, platform, refunded } = balance;
    expect(paid).toBe(2 * 162_000);
    expect(total).toEqual({
      paid,
      owners: owner,
      commission: platform,
      refunded,
      chargedBack: 0,
      pending: 0,
    });
    const page = await financePage(month, now);
    expect(page.total.refunded).toBe(formatEuros(81_000));
    expect(page.documents).toEqual([
      { kind: "receipt", count: 2, total: formatEuros(324_000) },
      { kind: "credit_note", count: 1, total: formatEuros(81_000) },
    ]);
    // While the month lasts, no later one is offered.
    expect(page.period.after).toBeNull();
    expect(await financePage("2020-01", now)).toMatchObject({
      parts: [],
      period: { after: "2020-02" },
    });
  });

  it("is added up by keys of an index alone, and once in five minutes", async () => {
    forgetKept();
    const asked = async (minutes: number) => {
      const page = await askedBy(() => financePage("2020-03", addMinutes(now, minutes)));
      return page.asked.filter((one) => one.startsWith("aggregate"));
    };
    const [ledger, documents, ...others] = await asked(0);
    expect(others).toEqual([]);
    const isWithin = (indexes: readonly [object, unknown][], fields: readonly string[]) =>
      indexes.some(([keys]) => fields.every((field) => field in keys));
    expect(ledger).toMatch(/\$match: \{at: .*\$type.*\$amount/);
    expect(isWithin(LedgerEntryModel.schema.indexes(), ["at", "type", "amount"])).toBe(true);
    expect(documents).toMatch(/\$match: \{kind: .*issuedAt: .*\$kind.*\$total/);
    expect(isWithin(ReceiptModel.schema.indexes(), ["kind", "issuedAt", "total"])).toBe(true);
    expect(await asked(4)).toEqual([]);
    expect(await asked(5)).toHaveLength(2);
    // While it lasts, what somebody just did is in it.
    for (let times = 0; times < 2; times += 1) {
      const { asked: again } = await askedBy(() => financePage(month, now));
      expect(again.filter((one) => one.startsWith("aggregate"))).toHaveLength(2);
    }
  });

  it("has its movements in the order of an index, so that the first is told before all are sorted", async () => {
    const { asked } = await askedBy(() => movementsOf(periodOf(month, "")).next());
    const [, order] = /find ledgerentries: .*sort (\{.*?\})/.exec(asked.join("\n"))!;
    const indexes = LedgerEntryModel.schema.indexes().map(([keys]) => Object.keys(keys).join());
    const keys = [...order!.matchAll(/(\w+): 1/g)].map(([, key]) => key).join();
    expect(indexes).toContain(keys);
  });

  it("is told as a file whose columns add up to the page, and the file is in the log", async () => {
    const path = `/admin/finance.csv?periode=${month}`;
    const response = await admin.visitor.visit(movementsCsv, path);
    const [head = [], ...rows] = await linesOf(response);
    const last = rows.pop()!;
    expect(last[1]).toBe("Total");
    const { total } = await sumLedger(periodOf(month, ""));
    const sums = Object.values(total);
    const amounts = head.flatMap((name, at) => (name.endsWith("(€)") ? [at] : []));
    expect(amounts.map((at) => rows.reduce((sum, row) => sum + cents(row[at]!), 0))).toEqual(sums);
    expect(amounts.map((at) => cents(last[at]!))).toEqual(sums);
    expect(new Set(rows.map((row) => row[head.indexOf("Propriétaire")]))).toEqual(
      new Set(["Camille Durand"]),
    );
    const numbers = (await ReceiptModel.find().lean()).map(({ number }) => number);
    const told = rows.map((row) => row[head.indexOf("Reçu ou avoir")]!);
    expect(told.filter((number) => number !== "").sort()).toEqual(numbers.sort());
    expect(await AuditEntryModel.find({ act: "list.export" }).lean()).toMatchObject([
      { target: "/admin/finance.csv", after: `periode=${month}` },
    ]);
  });

  it("leads to its documents", async () => {
    const all = { q: "", mois: month, date: "", type: "" } as const;
    const numbersOf = async (filters: Partial<Parameters<typeof listReceipts>[0]>) =>
      (await listReceipts({ ...all, ...filters }, "")).rows.map(({ number }) => number);
    expect(await numbersOf({})).toHaveLength(3);
    const [note] = await numbersOf({ type: "credit_note" });
    expect(note).toContain("-A00001");
    expect(await numbersOf({ q: note!.toLowerCase() })).toEqual([note]);
    const { reference } = (await ReceiptModel.findOne({ number: note }).lean())!;
    const ofOne = await numbersOf({ q: reference });
    expect(ofOne).toContain(note);
    expect(await numbersOf({ q: reference.replace("PDS-", "").toLowerCase() })).toEqual(ofOne);
    expect(await numbersOf({ mois: "2020-01" })).toEqual([]);
    // Of a month and a day neither makes the other forgotten.
    expect(await numbersOf({ date: todayInParis(now) })).toHaveLength(3);
    expect(await numbersOf({ mois: "2020-01", date: todayInParis(now) })).toEqual([]);
    expect(await numbersOf({ date: "2020-01-15" })).toEqual([]);
  });

  it("notes of both its sides that a document was looked at", async () => {
    const { number, buyer, owner } = (await ReceiptModel.findOne().lean())!;
    const page = await admin.visitor.visit(receiptPage, `/admin/finance/recus/${number}`, {
      params: { number },
    });
    expect(page.status).toBe(200);
    const looks = await AccessEntryModel.find({ admin: admin.user._id }).lean();
    expect(looks.map(({ kind, target }) => `${kind} ${String(target)}`).toSorted()).toEqual(
      [`user ${String(buyer)}`, `user ${String(owner)}`].toSorted(),
    );
  });
});

it("a file's search words are not in the log, its choices are", async () => {
  await admin.visitor.visit(listCsv, "/admin/user.csv?q=durand&etat=actif");
  const entry = await AuditEntryModel.findOne({ target: "/admin/user.csv" }).lean();
  expect(entry?.after).toBe("q, etat=actif");
});

it("days begin and end at midnight of Paris, also where the clocks change", async () => {
  const entry = (at: Date, amount: number) => ({
    _id: `captured:ch_clock_${amount}`,
    reservation: new Types.ObjectId(),
    buyer: new Types.ObjectId(),
    owner: new Types.ObjectId(),
    type: "captured" as LedgerType,
    amount,
    stripeId: `ch_clock_${amount}`,
    at,
  });
  const moments = ["2021-03-28", "2021-03-29", "2021-10-31", "2021-11-01"].flatMap((day, index) => [
    entry(new Date(parisMidnight(day).getTime() - 1), 10 ** (2 * index)),
    entry(parisMidnight(day), 2 * 10 ** (2 * index)),
  ]);
  await LedgerEntryModel.insertMany(moments);
  const days = async (name: string) =>
    (await sumLedger(periodOf(name, ""))).parts.map(({ part, sums }) => [part, sums.paid]);
  expect(await days("2021-03")).toEqual([
    ["2021-03-27", 1],
    ["2021-03-28", 102],
    ["2021-03-29", 200],
  ]);
  expect(await days("2021-10")).toEqual([
    ["2021-10-30", 10_000],
    ["2021-10-31", 1_020_000],
  ]);
  expect(await days("2021")).toEqual([
    ["2021-03", 303],
    ["2021-10", 1_030_000],
    ["2021-11", 2_000_000],
  ]);
  await LedgerEntryModel.deleteMany({ _id: trusted({ $in: moments.map(({ _id }) => _id) }) });
});

describe("the comparison with Stripe", () => {
  it("finds nothing where the books agree", async () => {
    expect(await compareLedger(later)).toBe(0);
    expect((await financePage(month, now)).comparison).toMatchObject({ differences: [] });
  });

  it("finds what is missing, what is otherwise and what Stripe does not know, until it is mended", async () => {
    // The younger one is `other`, so that the hour of the older one is over for neither.
    const [missing, other] = await LedgerEntryModel.find({ type: "captured" })
      .sort({ at: 1 })
      .lean();
    await LedgerEntryModel.collection.deleteOne({ _id: missing!._id as never });
    await LedgerEntryModel.collection.updateOne(
      { _id: other!._id as never },
      { $set: { amount: other!.amount - 1 } },
    );
    const invented = { ...other!, _id: "refunded:re_none", type: "refunded", stripeId: "re_none" };
    await LedgerEntryModel.collection.insertOne(invented as never);

    // What has just moved may be on its way into the ledger.
    expect(await compareLedger(addMinutes(missing!.at, 60))).toBe(0);
    expect(await compareLedger(later)).toBe(3);
    expect(await compareLedger(later)).toBe(3);
    const stored = await LedgerDifferenceModel.find().sort({ _id: 1 }).lean();
    const amounts = stored.map(({ _id, ledgerAmount, stripeAmount }) => [
      _id,
      ledgerAmount,
      stripeAmount,
    ]);
    expect(amounts.sort()).toEqual(
      [
        [missing!._id, undefined, 162_000],
        [other!._id, 161_999, 162_000],
        ["refunded:re_none", 162_000, undefined],
      ].sort(),
    );
    expect((await findCases()).cases.filter(({ kind }) => kind === "ledger")).toHaveLength(3);

    await LedgerEntryModel.collection.deleteOne({ _id: "refunded:re_none" as never });
    await LedgerEntryModel.collection.insertOne(missing as never);
    await LedgerEntryModel.collection.updateOne(
      { _id: other!._id as never },
      { $set: { amount: other!.amount } },
    );
    expect(await compareLedger(later)).toBe(0);
    const open = () => LedgerDifferenceModel.find({ closedAt: null }).lean();
    expect(await open()).toEqual([]);

    // One that was mended and comes back is somebody's matter again.
    await LedgerEntryModel.collection.deleteOne({ _id: missing!._id as never });
    expect(await compareLedger(later)).toBe(1);
    expect(await open()).toMatchObject([{ _id: missing!._id, stripeAmount: 162_000 }]);
    await LedgerEntryModel.collection.insertOne(missing as never);
    expect(await compareLedger(later)).toBe(0);
    expect(await open()).toEqual([]);
  });

  it.each(["captured", "transferred", "fee", "refunded"] as const)(
    "knows whose a movement is that the ledger lost (%s), which is read again there, and not put away by who paid",
    async (type) => {
      const lost = (await LedgerEntryModel.findOne({ type }).lean())!;
      await LedgerEntryModel.collection.deleteOne({ _id: lost._id as never });
      expect(await compareLedger(later)).toBe(1);
      const difference = await LedgerDifferenceModel.findById(lost._id).lean();
      expect(difference).toMatchObject({ reservation: lost.reservation });
      const key = `ledger:${lost._id}`;
      const file = await caseFile(key, now);
      expect(file).toMatchObject({
        reservationHref: `/admin/reservation/${lost.reservation.toString()}`,
        concerned: [lost.buyer.toString(), lost.owner.toString()],
      });
      const { actor } = admin;
      expect(await readCaseAtStripe({ actor, key, now })).toContain("est relu");
      expect(await LedgerEntryModel.findById(lost._id).lean()).toMatchObject({
        amount: lost.amount,
      });
      expect(await compareLedger(later)).toBe(0);
    },
  );

  it("knows of a supplement's movement that the ledger lost whose reservation it is, and reads the supplement again", async () => {
    const user = await createUser();
    const buyer = { id: user._id.toString() };
    const { reservation, venue } = await confirmReservation(user);
    const raw = { startDate: reservation.startDate, endDate: addDays(reservation.startDate, 3) };
    await changeDates({
      ...{ reservationId: reservation._id.toString(), buyerId: buyer.id, raw, now },
    });
    const hold = (await ReservationModel.findOne({ status: "hold", userId: user._id }).lean())!;
    await chargeHeld({
      ...{ reservationId: hold._id.toString(), venueId: venue._id.toString(), buyer },
      ...{ expectedTotal: hold.total, paymentMethodId: "pm_card_visa", now },
    });
    await sandbox.settled();
    const joined = await syncReservation(hold._id.toString(), { now });
    expect(joined).toMatchObject({ status: "joined" });

    const lost = (await LedgerEntryModel.findById(`captured:${joined!.chargeId}`).lean())!;
    await LedgerEntryModel.collection.deleteOne({ _id: lost._id as never });
    expect(await compareLedger(later)).toBe(1);
    const key = `ledger:${lost._id}`;
    expect(await LedgerDifferenceModel.findById(lost._id).lean()).toMatchObject({
      ...{ reservation: reservation._id, record: hold._id },
    });
    expect(await casesOfReservation(reservation._id.toString())).toMatchObject([{ key }]);
    expect(await caseFile(key, now)).not.toHaveProperty("isStray");
    await readCaseAtStripe({ actor: admin.actor, key, now });
    expect(await LedgerEntryModel.findById(lost._id).lean()).toEqual(lost);
    expect(await compareLedger(later)).toBe(0);
  });

  it("knows the money of an attempt that was given up from its reservation's, and reading it again gives it back", async () => {
    const { reservation } = await confirmReservation(await createUser());
    const { id: orphan } = await sandbox.stripe.paymentIntents.create({
      ...{ amount: reservation.total, currency: "eur", confirm: true },
      ...{ payment_method: "pm_card_visa", allowed_payment_method_types: ["card"] },
      capture_method: "automatic_async",
      application_fee_amount: reservation.platformShare,
      transfer_data: { destination: reservation.accountId },
      metadata: { reservation: reservation._id.toString(), attempt: "7" },
      return_url: "https://product.example/retour",
    });
    await sandbox.settled();
    expect(await compareLedger(later)).toBe(3);
    const { latest_charge: charge } = await sandbox.stripe.paymentIntents.retrieve(orphan);
    const key = `ledger:captured:${charge as string}`;
    expect(await caseFile(key, now)).toMatchObject({
      reservationHref: `/admin/reservation/${reservation._id.toString()}`,
      isStray: true,
    });
    await readCaseAtStripe({ actor: admin.actor, key, now });
    const refunds = await sandbox.stripe.refunds.list({ payment_intent: orphan });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([reservation.total]);
    expect(await LedgerEntryModel.findById(key.slice("ledger:".length)).lean()).toMatchObject({
      reservation: reservation._id,
      amount: reservation.total,
    });
    expect(await compareLedger(later)).toBe(0);
  });

  it("keeps what it finds where Stripe does not say whose it is, and asks again the next time", async () => {
    const [first, second] = await LedgerEntryModel.find({ type: "captured" }).limit(2).lean();
    const ids = [first!._id, second!._id];
    await LedgerDifferenceModel.collection.deleteMany({});
    await LedgerEntryModel.deleteMany({ _id: trusted({ $in: ids }) });
    const path = "/v1/charges/";
    await sandbox.control("faults", { nextAnswer: "500", path, times: 99 });
    expect(await compareLedger(later)).toBe(2);
    await sandbox.control("faults", { nextAnswer: "normal" });
    const whose = async () =>
      (await LedgerDifferenceModel.find({ _id: trusted({ $in: ids }), closedAt: null }).lean()).map(
        ({ reservation }) => String(reservation),
      );
    expect(await whose()).toEqual(["undefined", "undefined"]);
    expect(await compareLedger(later)).toBe(2);
    expect((await whose()).toSorted()).toEqual(
      [first!, second!].map(({ reservation }) => reservation.toString()).toSorted(),
    );
    await LedgerEntryModel.insertMany([first, second]);
    expect(await compareLedger(later)).toBe(0);
  });

  it("goes back to what was not compared or differed: a week at least, 35 days at first, 180 at most", async () => {
    const ago = (days: number) => addMinutes(later, -days * 24 * 60);
    const find = vi.spyOn(LedgerEntryModel, "find");
    const since = async () => {
      find.mockClear();
      await compareLedger(later);
      const [filter] = find.mock.calls[0] as unknown as [{ at: { $gte: Date } }];
      return filter.at.$gte;
    };
    const compared = (to: Date) =>
      SettingModel.updateOne({ _id: LEDGER_COMPARED_TO }, { value: to.getTime() });
    const differing = (at: Date) =>
      LedgerDifferenceModel.collection.insertOne({ _id: at.toISOString() as never, at, since: at });
    await SettingModel.deleteOne({ _id: LEDGER_COMPARED_TO });
    expect(await since()).toEqual(ago(35));
    expect(await since()).toEqual(ago(7));
    await compared(ago(30));
    expect(await since()).toEqual(ago(30));
    await differing(ago(100));
    await differing(ago(90));
    expect(await since()).toEqual(ago(100));
    // They are no differences any more.
    expect(await since()).toEqual(ago(7));
    await LedgerDifferenceModel.collection.updateOne(
      { _id: ago(100).toISOString() as never },
      { $unset: { closedAt: 1 }, $set: { since: ago(99), stripeAmount: 5 } },
    );
    const settled = { admin: admin.user._id, why: "Essai", at: later };
    const away = { ...settled, _id: `ledger:${ago(100).toISOString()}` };
    await CaseSettlementModel.create({ ...away, mark: `- 5 ${ago(99).getTime()}` });
    expect(await since()).toEqual(ago(7));
    // Of other amounts than it was put away with, it is somebody's matter again.
    await CaseSettlementModel.updateOne({ _id: away._id }, { mark: `- 4 ${ago(99).getTime()}` });
    expect(await since()).toEqual(ago(100));
    // What lies too far back is not compared any more, and waits to be put away.
    await differing(ago(200));
    expect(await since()).toEqual(ago(7));
    await compared(ago(200));
    expect(await since()).toEqual(ago(180));
    const old = `ledger:${ago(200).toISOString()}`;
    expect(await caseFile(old, later)).toMatchObject({ isTooOld: true });
    find.mockRestore();
  });

  it("asks for one day at a time, and what ends it on the way leaves the days before compared", async () => {
    const start = addMinutes(later, -7 * 24 * 60);
    await LedgerDifferenceModel.collection.deleteMany({});
    await SettingModel.updateOne({ _id: LEDGER_COMPARED_TO }, { value: start.getTime() });
    const reachedTo = async () =>
      Number((await SettingModel.findById(LEDGER_COMPARED_TO).lean())!.value);
    const real = LedgerEntryModel.find.bind(LedgerEntryModel);
    const find = vi.spyOn(LedgerEntryModel, "find");
    const days: Date[] = [];
    find.mockImplementation(((asked: { at?: { $gte: Date } }) => {
      if (asked.at) days.push(asked.at.$gte);
      if (days.length === 5) throw new Error("killed");
      return real(asked as never);
    }) as never);
    await expect(compareLedger(later)).rejects.toThrow("killed");
    expect(await reachedTo()).toBe(addMinutes(start, 4 * 24 * 60).getTime());
    find.mockRestore();
    const again = vi.spyOn(LedgerEntryModel, "find");
    await compareLedger(later);
    for (const [{ at }] of again.mock.calls as unknown as [{ at?: { $gte: Date; $lt: Date } }][]) {
      if (at) expect(at.$lt.getTime() - at.$gte.getTime()).toBeLessThanOrEqual(24 * 60 * 60_000);
    }
    expect(await reachedTo()).toBe(addMinutes(later, -60).getTime());
    again.mockRestore();
  });

  it("knows a movement that Stripe booked days after", async () => {
    const entry = (await LedgerEntryModel.findOne({ type: "captured" }).lean())!;
    const dated = (at: Date) =>
      LedgerEntryModel.collection.updateOne({ _id: entry._id as never }, { $set: { at } });
    await dated(addMinutes(entry.at, -4 * 24 * 60));
    expect(await compareLedger(later)).toBe(0);
    await dated(entry.at);
  });
});

it("the file of reservations has what was paid and given back of each, and its state as the list says it", async () => {
  const buyer = await createUser();
  const buyerId = buyer._id.toString();
  const { reservation, venue } = await confirmReservation(buyer);
  const { _id, startDate } = reservation;
  const raw = { startDate, endDate: addDays(startDate, 1) };
  await changeDates({ reservationId: _id.toString(), buyerId, raw, now });
  const asked = { venue, buyer, status: "pending", startDate: addDays(startDate, 20) } as const;
  const missed = await createReservation({ ...asked, answerBy: addMinutes(now, -1) });
  const response = await admin.visitor.visit(listCsv, "/admin/reservation.csv");
  const [head = [], ...rows] = await linesOf(response);
  const told = ({ reference }: { reference: string }) => {
    const row = rows.find((one) => one.includes(reference))!;
    const names = ["Total (€)", "Payé (€)", "Remboursé (€)", "État"];
    return names.map((name) => row[head.indexOf(name)]);
  };
  expect(told(reservation)).toEqual(["1080,00", "1620,00", "540,00", "Confirmée"]);
  expect(told(missed)).toEqual(["540,00", "0,00", "0,00", "Annulée"]);
  const books = (await LedgerEntryModel.find().lean()).filter(({ type }) => type === "captured");
  const paid = rows.reduce((sum, row) => sum + cents(row[head.indexOf("Payé (€)")]!), 0);
  expect(paid).toBe(books.reduce((sum, { amount }) => sum + amount, 0));
});
