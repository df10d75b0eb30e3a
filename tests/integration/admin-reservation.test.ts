import {
  ledgerOf,
  payOnPage,
  sandbox,
  stored,
  subjectsTo,
  untilCertain,
} from "../support/payments";
import mongoose, { Types } from "mongoose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { jobsCollection } from "@jobs/queue";
import { AuditEntryModel } from "@models/audit-entry";
import { CaseSettlementModel } from "@models/case-settlement";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { StripeEventModel } from "@models/stripe-event";
import { UserModel, type User } from "@models/user";
import { caseFile } from "~/admin/cases/case-record.server";
import { byHandText, casePath } from "~/admin/cases/case-file";
import { casesOfReservation } from "~/admin/cases/cases-of-reservation.server";
import { listCases } from "~/admin/cases/list-cases.server";
import { findCase, findCases } from "~/admin/cases/find-cases.server";
import { deadMails } from "~/admin/cases/find-stopped.server";
import { auditLog } from "~/admin/journal/list-audit.server";
import { readWaiting } from "~/admin/shell/read-waiting.server";
import * as settling from "~/admin/cases/settle-case.server";
import {
  extendDeadline,
  readStripeAgain,
  sendMailAgain,
} from "~/admin/reservations/follow-reservation.server";
import { cancelForPlatform } from "~/admin/reservations/cancel-for-platform.server";
import { refundBeyond } from "~/admin/reservations/refund-beyond.server";
import { refundPreview, reservationRecord } from "~/admin/reservations/reservation-record.server";
import { cancelComingOf } from "~/admin/users/cancel-coming.server";
import { cancellationToast, cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { syncAccount } from "~/payments/connected-account.server";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { addDays, addMinutes, formatInstant, parisNoon, todayInParis } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { Refusal, refusalMessage } from "~/platform/refusal";
import { stuckError } from "~/platform/stuck";
import { REFUND_TIME } from "~/rules/money-words";
import { latestAnswer } from "~/rules/reservation-states";
import { action as casePage, loader as caseLoader } from "~/routes/admin/a-traiter/$key";
import { loader as refundLoader } from "~/routes/admin/reservation/$id/rembourser";
import { action as cancelCall } from "~/routes/api/location/cancel-reservation";
import { action as refundCall } from "~/routes/api/stripe/refund";
import { askedBy } from "../support/asked-of-database";
import { booksOf, expectPapersOfBooks, expectSameBooks } from "../support/books";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";
import { bookingsOfOwner } from "../support/reservations";

useDatabase();

const now = new Date();
let buyer: User;
let owner: User;
let admin: Administrator;
let reservation: Reservation;

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const seen = async (key: string) => (await caseFile(key, now)).seen;
const acts = async () =>
  (await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ act }) => act);

/** 1 620 € paid; a buyer who cancels now gets nothing. */
beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
  ({ reservation, owner } = await confirmReservation(buyer, { policy: "stricte", days: 5, now }));
  admin = await newAdmin();
});

const refund = (amount: number, decided: number, fields: object = {}) =>
  refundBeyond({
    actor: admin.actor,
    reservationId: reservation._id.toString(),
    amount,
    decided,
    why: "Jardin fermé",
    password: OFFICE_PASSWORD,
    now,
    ...fields,
  });

/** A day more, to be paid by a page. */
const dearer = async () => {
  ({ reservation, owner } = await confirmReservation(buyer, { now }));
  const { startDate, endDate } = reservation;
  const buyerId = buyer._id.toString();
  const made = await changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId, now },
    raw: { startDate, endDate: addDays(endDate, 1) },
  });
  if (made.kind !== "to_pay") throw new Error(made.kind);
  const { supplement } = made;
  const id = supplement._id.toString();
  return { supplement, id, page: await startPayment({ reservationId: id, buyerId, now }) };
};

describe("one's own booking, of who works in the office too", () => {
  const id = () => reservation._id.toString();
  const path = (page: string) => `/admin/reservation/${id()}${page}`;
  const shown = async ({ visitor }: Administrator, page: string) =>
    await (await rendered(visitor, path(page))).text();

  test("is called off or refunded beyond the policy by others, unless nobody else may", async () => {
    await UserModel.updateOne(
      { _id: buyer._id },
      { isAdmin: true, adminRole: "super-admin", passwordHash: admin.user.passwordHash },
    );
    const own = await loggedIn((await UserModel.findById(buyer._id).lean())!);
    const actor = {
      ...admin.actor,
      id: buyer._id.toString(),
      session: own.visitor.context().session,
    };
    const said = { why: "x", password: OFFICE_PASSWORD, now };
    const cancel = () => codeOf(cancelForPlatform({ actor, reservationId: id(), ...said }));
    const cancelAll = () => codeOf(cancelComingOf({ actor, userId: actor.id, ...said }));
    expect(await codeOf(refund(16_200, 0, { actor }))).toBe("own_matter");
    expect([await cancel(), await cancelAll()]).toEqual(["own_matter", "own_matter"]);
    expect(await stored(reservation)).toMatchObject({ status: "confirmed", refunded: 0 });
    expect(await acts()).toEqual([]);
    const viewer: Administrator = { ...own, actor };
    for (const page of ["/annuler", "/rembourser?montant=162"]) {
      expect(await shown(viewer, page)).toContain(refusalMessage("own_matter"));
      expect(await shown(admin, page)).not.toContain(refusalMessage("own_matter"));
    }
    expect(await shown(viewer, "")).not.toContain(path("/annuler"));
    expect(await shown(admin, "")).toContain(path("/annuler"));
    await UserModel.updateOne({ _id: admin.user._id }, { bannedAt: now });
    expect(await codeOf(refund(16_200, 0, { actor }))).toBe("done");
    expect(await cancelAll()).toBe("done");
    expect(await stored(reservation)).toMatchObject({ status: "cancelled", refunded: 162_000 });
  });

  test("has what is told of its money put away by others, unless nobody else may", async () => {
    const { paymentIntentId = "" } = reservation;
    const caseId = `take_back_refused:${paymentIntentId}`;
    await PaymentCaseModel.create({
      ...{ _id: caseId, kind: "take_back_refused", paymentIntentId, amount: 900, since: now },
      ...{ reservation: reservation._id, reason: "No such transfer" },
    });
    await LedgerEntryModel.create({
      ...{ _id: "disputed:dp_own", type: "disputed", stripeId: "dp_own", amount: 900, at: now },
      ...{ buyer: buyer._id, owner: owner._id, reservation: reservation._id },
    });
    const { passwordHash } = admin.user;
    const said = { why: "x", password: OFFICE_PASSWORD, now };
    const put = async (actor: Administrator["actor"], key: string) =>
      await codeOf(settling.settleCase({ actor, key, seen: await seen(key), ...said }));
    const pageOf = async ({ visitor }: Administrator, key: string) =>
      await (await rendered(visitor, casePath(key))).text();
    const own: Administrator["actor"][] = [];
    for (const { _id } of [buyer, owner]) {
      await UserModel.updateOne({ _id }, { isAdmin: true, adminRole: "finance", passwordHash });
      const come = await loggedIn((await UserModel.findById(_id).lean())!);
      const { session } = come.visitor.context();
      own.push({ ...admin.actor, id: _id.toString(), session });
      for (const key of ["dispute:dp_own", `payment:${caseId}`]) {
        expect(await put(own.at(-1)!, key)).toBe("own_matter");
        const page = await pageOf({ ...come, actor: own.at(-1)! }, key);
        expect(page).toContain(refusalMessage("own_matter"));
        expect(page).not.toContain("Classer le dossier");
        expect(await pageOf(admin, key)).toContain("Classer le dossier");
      }
    }
    expect(await CaseSettlementModel.countDocuments()).toBe(0);
    expect(await acts()).toEqual([]);
    const others = [admin.user._id, owner._id];
    for (const _id of others) await UserModel.updateOne({ _id }, { bannedAt: now });
    expect(await put(own[0]!, "dispute:dp_own")).toBe("done");
  });

  test("an administrator's reservations are called off all at once by super-admins alone", async () => {
    await UserModel.updateOne({ _id: buyer._id }, { isAdmin: true, adminRole: "lecture" });
    const { actor, visitor } = await newAdmin({ adminRole: "support" });
    const userId = buyer._id.toString();
    const said = { why: "x", password: OFFICE_PASSWORD, now };
    expect(await codeOf(cancelComingOf({ actor, userId, ...said }))).toBe("role_required");
    const page = await rendered(visitor, `/admin/user/${userId}/annuler`);
    expect(page.status).toBe(403);
    expect(await stored(reservation)).toMatchObject({ status: "confirmed" });
  });
});

describe("a refund beyond the policy", () => {
  test("takes back both parts, makes a credit note, tells both sides, and is done once", async () => {
    const both = [refund(16_200, 0), refund(16_200, 0)];
    expect(await Promise.all(both.map(codeOf))).toEqual(["done", "done"]);
    expect(await stored(reservation)).toMatchObject({ status: "confirmed", refunded: 16_200 });
    expect((await stored(reservation)).ledgerOpen).toBeUndefined();
    const { stripe, ledger } = await booksOf(reservation);
    expect(ledger).toEqual({ paid: 162_000, owner: 113_400, platform: 32_400, refunded: 16_200 });
    expect(ledger).toEqual(stripe);
    const { upcoming } = await bookingsOfOwner(owner._id.toString(), "", now);
    expect([upcoming.share, upcoming.bookings[0]?.ownerShare]).toEqual([113_400, 113_400]);
    const { past } = await bookingsOfOwner(owner._id.toString(), "", addMinutes(now, 20_160));
    expect(past.bookings[0]?.ownerShare).toBe(113_400);
    expect(await ReceiptModel.countDocuments({ kind: "credit_note" })).toBe(1);
    await expectSameBooks(sandbox.stripe);
    await expectPapersOfBooks();
    expect((await subjectsTo(buyer)).at(-1)).toMatch(/^Remboursement/);
    expect((await subjectsTo(owner)).at(-1)).toMatch(/^Remboursement au client/);
    const mail = await MailModel.findOne({ to: buyer.email }).sort({ _id: -1 }).lean();
    expect(mail?.text).toContain("Jardin fermé");
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      act: "reservation.refund",
      target: reservation._id.toString(),
      why: "Jardin fermé",
      before: "0,00\u00a0€ rendus ou accordés",
      after: "162,00\u00a0€ rendus ou accordés",
    });
  });

  test.each([
    ["", 200, null],
    ["24,30", 200, null],
    ["\u200E24,30", 200, null],
    ["abc", 422, "Saisissez un montant en euros, par exemple 24,30."],
    ["-5", 422, "Saisissez un montant en euros, par exemple 24,30."],
    ["1620,01", 422, "Ce montant dépasse ce qui peut encore être remboursé."],
  ])("asks whether %j is to be given back, with %i", async (montant, status, problem) => {
    const id = reservation._id.toString();
    const path = `/admin/reservation/${id}/rembourser?${new URLSearchParams({ montant }).toString()}`;
    const shown = await admin.visitor.visit(refundLoader, path, { params: { id } });
    expect(shown.status).toBe(status);
    expect(await shown.json()).toMatchObject({ typed: montant, problem, decided: 0 });
  });

  test("says before what comes of it", async () => {
    const id = reservation._id.toString();
    const page = await rendered(admin.visitor, `/admin/reservation/${id}/rembourser?montant=162`);
    const items = [...(await page.text()).matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) => text);
    const told = items.join("\n").replace(/[\u00a0\u202f]/g, " ");
    for (const part of [reservation.reference, "162,00 € sur sa carte", "0,00 €", "1 620,00 €"]) {
      expect(told).toContain(part);
    }
    expect(told).toMatch(/126,00 € au propriétaire, 36,00 € à la plateforme/);
  });

  test("says of what was granted what has yet to go back, and goes with it, and what goes no more", async () => {
    const id = reservation._id.toString();
    const told = async () => {
      const page = await rendered(admin.visitor, `/admin/reservation/${id}/rembourser?montant=60`);
      const items = [...(await page.text()).matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) => text);
      return items.join("\n").replace(/[\u00a0\u202f]/g, " ");
    };
    const refused = { nextAnswer: "refused", path: "/v1/refunds", method: "POST", times: 9 };
    await sandbox.control("faults", refused);
    expect(await refund(24_000, 0)).toEqual({ isDone: false });
    const asked = await told();
    expect(asked).toContain("240,00 € sont déjà accordés sur 1 620,00 € ; 1 380,00 € au plus");
    expect(asked).toContain(
      "240,00 € ne sont pas encore rendus : ils sont dus eux aussi, soit 300,00 € en tout.",
    );
    expect(asked).toContain("Repris : 233,33 € au propriétaire, 66,67 € à la plateforme.");
    expect(asked).not.toMatch(/déjà rendus|n’y repartent pas/);
    const key = `payment:refund_refused:${reservation.paymentIntentId}`;
    const said = { why: "Rendu par virement", password: OFFICE_PASSWORD, now };
    await settling.settleCase({ actor: admin.actor, key, seen: await seen(key), ...said });
    const away = await told();
    expect(away).toContain(
      "240,00 € n’ont pas pu être rendus sur la carte, et leur dossier est classé : ils n’y repartent pas.",
    );
    expect(away).toContain("Repris : 46,66 € au propriétaire, 13,34 € à la plateforme.");
    expect(away).not.toMatch(/déjà rendus|pas encore rendus/);
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect(await refund(6_000, 24_000)).toEqual({ isDone: true });
    expect(await AuditEntryModel.findOne().sort({ seq: -1 }).lean()).toMatchObject({
      before: "240,00\u00a0€ rendus ou accordés",
      after: "300,00\u00a0€ rendus ou accordés",
    });
  });

  test("leaves the rest to the page that calls it off, which says so, or that nothing is left", async () => {
    const path = `/admin/reservation/${reservation._id.toString()}/annuler`;
    const told = async () =>
      (await (await rendered(admin.visitor, path)).text()).replace(/[\u00a0\u202f]/g, " ");
    expect(await told()).toContain("1 620,00 € sont rendus à l’acheteur : tout ce qui a été payé.");
    await refund(4_000, 0);
    const rest = await told();
    expect(rest).toContain("1 580,00 € sont rendus à l’acheteur : le reste des 1 620,00 € payés.");
    expect(rest).toContain("Annuler et rendre 1 580,00 €");
    await refund(158_000, 4_000);
    const nothing = await told();
    expect(nothing).toContain("Il ne reste rien de plus à rembourser à l’acheteur.");
    expect(nothing).not.toContain("0,00 € sont rendus");
    expect(nothing).not.toContain("Annuler et rendre");
  });

  test("keeps what was said where a colleague gave it back meanwhile, and says once that it was refused", async () => {
    const path = `/admin/reservation/${reservation._id.toString()}/rembourser?montant=1000`;
    await refund(100_000, 0);
    const why = "Jardin fermé tout l’après-midi";
    const form = { amount: "100000", decided: "0", why, currentPassword: OFFICE_PASSWORD };
    const refused = await rendered(admin.visitor, path, form);
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(/<title>([^<]*)/.exec(html)?.[1]?.match(/Erreur/g)).toHaveLength(1);
    for (const said of [
      refusalMessage("refunded_meanwhile"),
      refusalMessage("refund_too_large"),
      why,
    ])
      expect(html).toContain(said);
  });

  const paidSupplement = async () => {
    const { supplement, id, page } = await dearer();
    await payOnPage(page);
    await syncReservation(id, { now });
    return await stored(supplement);
  };

  test.each(["of its own payment", "of a supplement's"])(
    "is refused, with what was said, where somebody gave back %s in the dashboard and nobody has heard of that",
    async (whose) => {
      const payment = whose === "of a supplement's" ? await paidSupplement() : reservation;
      const id = reservation._id.toString();
      const seen = (await refundPreview(id, { text: "162", amount: 16_200 }, now)).decided;
      expect(seen).toBe(0);
      await sandbox.stripe.refunds.create({
        ...{ payment_intent: payment.paymentIntentId!, amount: 30_000 },
        ...{ reverse_transfer: true, refund_application_fee: true },
      });
      const path = `/admin/reservation/${id}/rembourser?montant=162`;
      const why = "Jardin fermé tout l’après-midi";
      const form = { amount: "16200", decided: "0", why, currentPassword: OFFICE_PASSWORD };
      const refused = await rendered(admin.visitor, path, form);
      expect(refused.status).toBe(409);
      const html = await refused.text();
      for (const said of [refusalMessage("refunded_meanwhile"), why]) expect(html).toContain(said);
      expect(html.replace(/[\u00a0\u202f]/g, " ")).toContain("300,00 € sont déjà accordés sur");
      expect((await stored(reservation)).grant).toBeUndefined();
      expect(await acts()).toEqual([]);
      expect(await refund(16_200, 30_000)).toEqual({ isDone: true });
      expect(await ledgerOf(reservation)).toMatchObject({ refunded: 46_200 });
      await expectSameBooks(sandbox.stripe);
    },
  );

  test("is not decided while Stripe does not say what went back", async () => {
    await sandbox.control("faults", {
      nextAnswer: "500",
      path: "/v1/refunds",
      method: "GET",
      times: 9,
    });
    expect(await codeOf(refund(16_200, 0))).toBe("unavailable");
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect((await stored(reservation)).grant).toBeUndefined();
    expect(await acts()).toEqual([]);
  });

  test("stops at what is left of what was paid, whatever was given back before", async () => {
    await expect(refund(162_001, 0)).rejects.toMatchObject({
      code: "refund_too_large",
      field: "amount",
    });
    await refund(81_000, 0);
    expect(await codeOf(refund(81_001, 81_000))).toBe("refund_too_large");
    // The policy gives nothing: what was granted stays granted, and the rest may still be.
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    const over = await cancelReservation({ reservationId: reservation._id.toString(), by, now });
    expect(over).toMatchObject({ status: "cancelled", refunded: 81_000 });
    await refund(81_000, 81_000);
    expect(await stored(reservation)).toMatchObject({ status: "cancelled", refunded: 162_000 });
    expect((await reservationRecord(reservation._id.toString(), "", now)).left).toBe(0);
    expect(await ledgerOf(reservation)).toMatchObject({ refunded: 162_000, captured: 162_000 });
    await expectSameBooks(sandbox.stripe);
  });

  test("that Stripe does not take is gone on with, and told of only then", async () => {
    const told = async () =>
      (await subjectsTo(buyer)).filter((one) => one.startsWith("Remboursement"));
    await sandbox.control("faults", {
      nextAnswer: "500",
      path: "/v1/refunds",
      method: "POST",
      times: 9,
    });
    expect(await refund(16_200, 0)).toEqual({ isDone: false });
    expect(await told()).toEqual([]);
    await sandbox.control("faults", { nextAnswer: "normal" });
    await untilCertain();
    await reconcile(addMinutes(now, 10));
    expect(await stored(reservation)).toMatchObject({ refunded: 16_200 });
    expect((await sandbox.state()).objects.refund).toBe(1);
    expect(await told()).toHaveLength(1);
    expect(await acts()).toEqual(["reservation.refund"]);
  });

  /** A second payment of all of it, of an attempt that was given up: it goes back when it is heard of. */
  const orphanReturned = async () => {
    const { id } = await sandbox.stripe.paymentIntents.create({
      ...{ amount: reservation.total, currency: "eur", confirm: true },
      ...{ payment_method: "pm_card_visa", allowed_payment_method_types: ["card"] },
      application_fee_amount: reservation.platformShare,
      transfer_data: { destination: reservation.accountId },
      metadata: { reservation: reservation._id.toString(), attempt: "7" },
      return_url: "https://product.example/retour",
    });
    await sandbox.settled();
    await syncReservation(reservation._id.toString(), { mentioned: { paymentIntentId: id }, now });
    expect(await ledgerOf(reservation)).toMatchObject({ captured: 324_000, refunded: 162_000 });
  };
  const previewOf = (text: string, amount: number) =>
    refundPreview(reservation._id.toString(), { text, amount }, now);

  test("takes nothing for given back that went back of a payment that came too late", async () => {
    await orphanReturned();
    expect(await previewOf("30", 3_000)).toMatchObject({
      ...{ paid: 162_000, decided: 0, left: 162_000 },
      asked: { after: { paid: 324_000, refunded: 165_000 } },
    });
    expect(await refund(3_000, 0)).toEqual({ isDone: true });
    const { grant, refunded } = await stored(reservation);
    expect([grant?.refund, refunded]).toEqual([3_000, 3_000]);
    expect((await previewOf("", 0)).left).toBe(159_000);
    await expectSameBooks(sandbox.stripe);
  });

  test("while a bank decides, and once it has kept a part, promises nothing that does not come", async () => {
    const { paymentIntentId } = reservation;
    const of = { payment_intent: paymentIntentId, amount: 40_500 };
    const { id } = (await (await sandbox.control("disputes", of)).json()) as { id: string };
    await syncReservation(reservation._id.toString(), { now });
    const pageOf = async () => {
      const preview = await previewOf("30", 3_000);
      const path = `/admin/reservation/${reservation._id.toString()}/rembourser?montant=30`;
      return { preview, page: await (await rendered(admin.visitor, path)).text() };
    };
    const open = await pageOf();
    expect(open.preview).toMatchObject({ contested: 40_500, chargedBack: 0 });
    expect(open.page).toContain("Si elle maintient le paiement, il reçoit ensuite 30,00");
    expect(open.page).toContain(REFUND_TIME);
    await sandbox.control(`disputes/${id}`, { status: "lost" });
    await syncReservation(reservation._id.toString(), { now });
    const lost = await pageOf();
    expect(lost.preview).toMatchObject({ contested: 0, chargedBack: 40_500 });
    expect(lost.page).not.toContain(REFUND_TIME);
    expect(lost.page).toContain("à rendre par un autre moyen.");
    // Nobody granted that.
    expect(lost.page.replace(/[\u00a0\u202f]/g, " ")).toContain(
      "405,00 € sont déjà accordés, ou repris par la banque, sur 1 620,00 € ; 1 215,00 € au plus peuvent encore être accordés.",
    );
  });

  test("while a bank decides on a supplement alone, says that the rest goes at once", async () => {
    ({ reservation, owner } = await confirmReservation(buyer, { now }));
    const buyerId = buyer._id.toString();
    const { startDate, endDate } = reservation;
    const made = await changeDates({
      ...{ reservationId: reservation._id.toString(), buyerId, now },
      raw: { startDate, endDate: addDays(endDate, 1) },
    });
    if (made.kind !== "to_pay") throw new Error(made.kind);
    const supplementId = made.supplement._id.toString();
    const page = await startPayment({ reservationId: supplementId, buyerId, now });
    expect((await payOnPage(page)).status).toBe(303);
    await sandbox.settled();
    await syncReservation(supplementId, { now });
    const { paymentIntentId } = await stored(made.supplement);
    await sandbox.control("disputes", { payment_intent: paymentIntentId });
    await syncReservation(supplementId, { now });
    const path = `/admin/reservation/${reservation._id.toString()}/rembourser?montant=600`;
    const told = async () =>
      (await (await rendered(admin.visitor, path)).text()).replace(/[\u00a0\u202f]/g, " ");
    const open = await told();
    expect(open).toContain("L’acheteur reçoit 600,00 € sur sa carte");
    expect(open).toContain(
      "Il conteste 540,00 € auprès de sa banque : tout ou partie du remboursement peut attendre sa décision",
    );
    expect(open).not.toContain("maintient le paiement");
    // The newest payment gives first: 60 € of the other one.
    expect(await refund(60_000, 0)).toEqual({ isDone: false });
    expect((await stored(reservation)).refunded).toBe(6_000);
  });

  test.each([
    ["nothing, when all of their part is back", 162_000, 0],
    ["the rest alone, when a part of theirs is back", 40_500, 94_500],
  ])("on what a bank gave back after a loss takes of the owner %s", async (_, lost, held) => {
    const of = { payment_intent: reservation.paymentIntentId, amount: lost };
    const { id } = (await (await sandbox.control("disputes", of)).json()) as { id: string };
    for (const status of ["lost", "won"]) {
      await sandbox.control(`disputes/${id}`, { status });
      await syncReservation(reservation._id.toString(), { now });
    }
    const key = encodeURIComponent(`payment:dispute_reinstated:${reservation.paymentIntentId!}`);
    const file = await (await rendered(admin.visitor, `/admin/a-traiter/${key}`)).text();
    expect(file).toContain(byHandText(reservation._id.toString()));
    const amount = 60_750;
    const { asked } = await previewOf("607,50", amount);
    // Half again as much as the lower loss: 47 250 cents of the owner's in all, of which 31 500 are back.
    const theirs = Math.min(held, 15_750);
    const after = { paid: 162_000, owner: held - theirs, refunded: amount };
    expect(asked).toMatchObject({
      owner: formatEuros(theirs),
      platform: formatEuros(amount - theirs),
      after,
    });
    expect(await refund(amount, 0)).toEqual({ isDone: true });
    const { balance } = await reservationRecord(reservation._id.toString(), "", now);
    expect(balance).toEqual(asked!.after);
    await expectSameBooks(sandbox.stripe);
  });

  test("nor what went back of dearer dates that came to nothing", async () => {
    ({ reservation, owner } = await confirmReservation(buyer, { now }));
    const buyerId = buyer._id.toString();
    const { startDate, endDate } = reservation;
    const made = await changeDates({
      ...{ reservationId: reservation._id.toString(), buyerId, now },
      raw: { startDate, endDate: addDays(endDate, 1) },
    });
    if (made.kind !== "to_pay") throw new Error(made.kind);
    const supplementId = made.supplement._id.toString();
    const page = await startPayment({ reservationId: supplementId, buyerId, now });
    // The page cannot be closed, and is paid on.
    await sandbox.control("faults", {
      ...{ nextAnswer: "500", path: "/v1/checkout/sessions", method: "POST", times: 9 },
    });
    await refund(3_000, 0);
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect((await payOnPage(page)).status).toBe(303);
    await sandbox.settled();
    await syncReservation(supplementId, { now });
    expect(await stored(made.supplement)).toMatchObject({ status: "dead", refunded: 54_000 });
    expect(await previewOf("30", 3_000)).toMatchObject({ decided: 3_000, left: 159_000 });
    expect(await refund(3_000, 3_000)).toEqual({ isDone: true });
    expect(await stored(reservation)).toMatchObject({ status: "confirmed", refunded: 6_000 });
    await expectSameBooks(sandbox.stripe);
  });

  test("beside a payment that came too late: a cancellation says what comes back of its own", async () => {
    await orphanReturned();
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
    const reservationId = reservation._id.toString();
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    const kept = await cancelReservation({ reservationId, by, now });
    expect(kept).toMatchObject({ status: "cancelled", refunded: 0 });
    expect(plain(await cancellationToast(kept))).toMatch(
      /^Votre réservation est annulée\. Rien n’est remboursé pour cette annulation\. 1 620,00 € vous sont rendus par ailleurs/,
    );
    await sandbox.control("faults", {
      nextAnswer: "500",
      path: "/v1/refunds",
      method: "POST",
      times: 9,
    });
    await refund(162_000, 0);
    await sandbox.control("faults", { nextAnswer: "normal" });
    await untilCertain();
    expect(plain(await cancellationToast(await stored(reservation)))).toContain(
      "1 620,00 € vous sont dus : leur remboursement est en cours de traitement.",
    );
    expect(await pageOfBuyer()).toMatchObject({ refundOwed: 162_000 });
    await reconcile(addMinutes(now, 10));
    expect(await pageOfBuyer()).toMatchObject({ refundOwed: 0 });
  });

  const pageOfBuyer = () =>
    reservationPage(
      reservation._id.toString(),
      { side: "buyer", userId: buyer._id.toString() },
      now,
    );

  test("changes nothing without the password, or without the role", async () => {
    expect(await codeOf(refund(100, 0, { password: "pas celui-là" }))).toBe("wrong_password");
    const support = await newAdmin({ adminRole: "support" });
    expect(await codeOf(refund(100, 0, { actor: support.actor }))).toBe("forbidden");
    expect((await stored(reservation)).grant).toBeUndefined();
    expect(await acts()).toEqual([]);
  });
});

describe("following a reservation", () => {
  const act = () => ({ actor: admin.actor, reservationId: reservation._id.toString(), now });

  test("Stripe is read again, a mail goes again to the address of now, and the record has it all", async () => {
    await sandbox.stripe.refunds.create({
      payment_intent: reservation.paymentIntentId!,
      amount: 1_000,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    expect(await readStripeAgain(act())).toMatch(/^(?:1 écriture|\d+ écritures) de plus/);
    expect(await readStripeAgain(act())).toBe("aucun écart");
    const mail = await MailModel.findOne({ to: buyer.email }).lean();
    const mailId = mail!._id.toString();
    const sent = async () => (await subjectsTo(buyer)).filter((one) => one === mail!.subject);
    // Pressed twice, be it on the mail that the first press brought.
    await sendMailAgain({ ...act(), mailId });
    const second = await MailModel.findOne({ to: buyer.email }).sort({ _id: -1 }).lean();
    expect(second!.subject).toBe(mail!.subject);
    expect(second!._id).not.toEqual(mail!._id);
    for (const id of [mailId, second!._id.toString()])
      await sendMailAgain({ ...act(), mailId: id, now: addMinutes(now, 1 / 60) });
    expect(await sent()).toHaveLength(2);
    const record = await reservationRecord(reservation._id.toString(), "", now);
    expect(record.counts).toMatchObject({ acte: 3, email: 3 });
    expect(record.counts.registre).toBeGreaterThan(3);
    expect(record.balance.refunded).toBe(1_000);
    const only = await reservationRecord(reservation._id.toString(), "acte", now);
    expect(only.timeline.flatMap(({ events }) => events)).toHaveLength(3);
  });

  test("its record says first what waits about it in the queue, and nothing about others", async () => {
    const { paymentIntentId = "" } = reservation;
    const waiting = async () => {
      const cases = await casesOfReservation(act().reservationId);
      return cases.map(({ key }) => key);
    };
    expect(await waiting()).toEqual([]);
    const mail = await MailModel.findOne({ to: buyer.email }).lean();
    await MailModel.updateOne({ _id: mail!._id }, { status: "failed", attempts: 5 });
    const captured = await LedgerEntryModel.findOne({
      ...{ reservation: reservation._id, type: "captured" },
    }).lean();
    const { _id: entry, stripeId, amount: ledgerAmount } = captured!;
    await LedgerDifferenceModel.create([
      {
        ...{ _id: entry, type: "captured", stripeId, ledgerAmount, at: now, since: now },
        reservation: reservation._id,
      },
      { ...{ _id: "captured:ch_x", type: "captured", stripeId: "ch_x", at: now }, since: now },
    ]);
    const sum = { amount: 900, reason: "No such transfer", since: now };
    await PaymentCaseModel.create([
      {
        ...{ ...sum, _id: `take_back_refused:${paymentIntentId}`, kind: "take_back_refused" },
        ...{ reservation: reservation._id, paymentIntentId },
      },
      {
        ...{ ...sum, _id: "take_back_refused:pi_x", kind: "take_back_refused" },
        ...{ reservation: new Types.ObjectId(), paymentIntentId: "pi_x" },
      },
    ]);
    const keys = [
      `payment:take_back_refused:${paymentIntentId}`,
      `ledger:${entry}`,
      `mail:${mail!._id.toString()}`,
    ];
    expect(await waiting()).toEqual(keys);
    const path = `/admin/reservation/${act().reservationId}`;
    const html = await (await rendered(admin.visitor, path)).text();
    expect(keys.filter((key) => !html.includes(`href="${casePath(key)}"`))).toEqual([]);
    const why = { why: "Vu", password: OFFICE_PASSWORD, now };
    for (const key of keys) {
      await settling.settleCase({ actor: admin.actor, key, seen: await seen(key), ...why });
    }
    expect(await waiting()).toEqual([]);
  });

  test("its record and the journal tell how a case of it was put away, under its reference, whatever became of the case", async () => {
    const { paymentIntentId = "", reference } = reservation;
    const id = act().reservationId;
    const sum = { amount: 900, reason: "No such charge", since: now, paymentIntentId };
    const ofKind = (kind: "refund_refused" | "take_back_refused", over = {}) => ({
      ...{ ...sum, _id: `${kind}:${paymentIntentId}`, kind, reservation: reservation._id },
      ...over,
    });
    await PaymentCaseModel.create([
      ofKind("refund_refused"),
      ofKind("take_back_refused"),
      { ...ofKind("refund_refused", { reservation: new Types.ObjectId() }), _id: "other" },
    ]);
    await LedgerEntryModel.create({
      ...{ _id: "disputed:dp_own", type: "disputed", stripeId: "dp_own", amount: 900, at: now },
      ...{ buyer: buyer._id, owner: owner._id, reservation: reservation._id },
    });
    await LedgerDifferenceModel.create({
      ...{ _id: "captured:ch_x", type: "captured", stripeId: "ch_x", stripeAmount: 1, at: now },
      ...{ since: now, reservation: reservation._id },
    });
    const keys = [
      `payment:refund_refused:${paymentIntentId}`,
      `payment:take_back_refused:${paymentIntentId}`,
      ...["dispute:dp_own", "ledger:captured:ch_x"],
    ];
    forgetKept();
    const settle = async (key: string, why: string) =>
      await settling.settleCase({
        ...{ actor: admin.actor, key, seen: await seen(key), why, now },
        password: OFFICE_PASSWORD,
      });
    const read = () => askedBy(() => reservationRecord(id, "acte", now));
    const told: string[] = [];
    const asked: number[] = [];
    for (const key of keys) {
      await settle(key, `Vu\u00a0: ${key}`);
      told.push(`Dossier classé. Vu\u00a0: ${key}`);
      asked.push((await read()).asked.length);
    }
    // However many there are.
    expect(new Set(asked).size).toBe(1);
    await settle("payment:other", "D’une autre");
    await PaymentCaseModel.updateOne({ kind: "take_back_refused" }, { closedAt: now });
    await LedgerDifferenceModel.updateOne({}, { closedAt: now });

    const sayings = (acts: readonly { title: string; why: string | null }[]) =>
      acts.map(({ title, why }) => `${title}. ${why}`).toSorted();
    const { answer: record } = await read();
    const events = record.timeline.flatMap((day) => day.events);
    expect(sayings(events)).toEqual(told.toSorted());
    expect(events.map(({ detail }) => detail)).toContain(
      `Par Camille Durand. Paiement à voir refund_refused:${paymentIntentId}.`,
    );
    for (const cible of [reference, reference.toLowerCase(), id]) {
      const { rows } = await auditLog.page({ par: "", acte: "", date: "", cible }, "");
      expect(sayings(rows)).toEqual(told.toSorted());
    }
  });

  test("has what was paid too late for dearer dates, whose own address leads to it", async () => {
    const { supplement, id, page } = await dearer();
    await sandbox.control("faults", {
      ...{ nextAnswer: "500", path: "/v1/checkout/sessions", method: "POST", times: 9 },
    });
    await refund(3_000, 0);
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect((await payOnPage(page)).status).toBe(303);
    await sandbox.settled();
    await syncReservation(id, { now });
    const { paymentIntentId = "", chargeId = "" } = await stored(supplement);
    await StripeEventModel.create({
      ...{ _id: "evt_late", type: "payment_intent.succeeded", endpoint: "platform" },
      ...{ objectId: paymentIntentId, receivedAt: now, handledAt: now },
    });
    const returned = (await MailModel.findOne({ about: id, to: buyer.email }).lean())!;
    expect(returned.subject).toMatch(/^Paiement rendu/);
    await MailModel.updateOne({ _id: returned._id }, { status: "failed", attempts: 5 });
    await AuditEntryModel.create({
      ...{ seq: 90, admin: admin.user._id, act: "reservation.read-stripe", target: id, at: now },
      ...{ requestId: "r", address: "::1", hash: "x" },
    });

    const whole = act().reservationId;
    const record = await reservationRecord(whole, "", now);
    expect(record.identifiers).toEqual(expect.arrayContaining([paymentIntentId, chargeId]));
    expect(record.identifiers[0]).toBe(reservation.paymentIntentId);
    const told = record.timeline.flatMap(({ events }) => events);
    expect(told.map(({ id: event }) => event)).toContain("evt_late");
    const mail = told.find(({ id: event }) => event === returned._id.toString());
    expect(mail).toMatchObject({ failed: true, mailAgain: null });
    expect(record.counts.acte).toBe(2);
    const { rows } = await auditLog.page(
      { par: "", acte: "", date: "", cible: (await stored(supplement)).reference },
      "",
    );
    expect(rows).toHaveLength(2);
    const [waits] = await casesOfReservation(whole);
    expect(waits).toMatchObject({ key: `mail:${returned._id.toString()}` });

    const own = `/admin/reservation/${id}`;
    for (const page of ["", "/annuler", "/rembourser?montant=30", "/prolonger"]) {
      const led = await rendered(admin.visitor, own + page);
      expect([page, led.status, led.headers.get("location")]).toEqual([
        ...[page, 303, `/admin/reservation/${whole}`],
      ]);
    }
    const user = `/admin/user/${buyer._id.toString()}`;
    const html = await (await rendered(admin.visitor, user)).text();
    expect(html).toContain((await stored(supplement)).reference);
    expect(html).not.toContain(own);
  });

  test("is read at Stripe with what was paid for dearer dates, and nobody has heard of yet", async () => {
    const { supplement, page } = await dearer();
    expect(await readStripeAgain(act())).toBe("aucun écart");
    expect((await payOnPage(page)).status).toBe(303);
    await sandbox.settled();
    const { endDate } = reservation;
    expect(await readStripeAgain(act())).toMatch(
      /^\d+ écritures de plus, état changé, dates changées$/,
    );
    expect(await stored(reservation)).toMatchObject({ endDate: addDays(endDate, 1) });
    expect((await stored(supplement)).status).toBe("joined");
    expect(await readStripeAgain(act())).toBe("aucun écart");
    // What went back of it by hand, too; pressed on a page from before, of the supplement itself.
    await sandbox.stripe.refunds.create({
      ...{ payment_intent: (await stored(supplement)).paymentIntentId!, amount: 1_000 },
      ...{ reverse_transfer: true, refund_application_fee: true },
    });
    const ofSupplement = { ...act(), reservationId: supplement._id.toString() };
    expect(await readStripeAgain(ofSupplement)).toMatch(/^\d+ écritures de plus$/);
    expect(await AuditEntryModel.distinct("target")).toEqual([act().reservationId]);
  });

  test("a mail that is not true any more, or of another reservation, is not sent", async () => {
    const mail = await MailModel.findOne({ to: buyer.email }).lean();
    const mailId = mail!._id.toString();
    await MailModel.updateOne({ _id: mail!._id }, { $set: { about: "0".repeat(24) } });
    expect(await codeOf(sendMailAgain({ ...act(), mailId }))).toBe("not_found");
    await MailModel.updateOne({ _id: mail!._id }, { $set: { about: act().reservationId } });
    // It says how to reach the other side, which their page no longer does by then.
    const later = parisNoon(addDays(reservation.endDate, 61));
    expect(await codeOf(sendMailAgain({ ...act(), mailId, now: later }))).toBe("mail_outdated");
    await ReservationModel.updateOne({ _id: reservation._id }, { $set: { status: "cancelled" } });
    expect(await codeOf(sendMailAgain({ ...act(), mailId }))).toBe("mail_outdated");
    expect(await acts()).toEqual([]);
  });

  test("a deadline is put off as long as the authorisation lasts, and both sides know", async () => {
    const answerBy = addMinutes(now, 60);
    const put = (hours: number, seen: Date) =>
      codeOf(extendDeadline({ ...act(), hours, seen: seen.getTime(), why: "Panne" }));
    expect(await put(24, answerBy)).toBe("answer_not_awaited");
    await ReservationModel.updateOne(
      { _id: reservation._id },
      { $set: { status: "pending", answerBy } },
    );
    await LedgerEntryModel.updateOne(
      { reservation: reservation._id, type: "captured" },
      { $set: { type: "authorised" } },
    );
    const offered = async () =>
      (await reservationRecord(reservation._id.toString(), "", now)).mayExtend;
    // Who is banned cannot say yes, however long they have.
    await UserModel.updateOne({ _id: owner._id }, { bannedAt: now });
    expect([await offered(), await put(24, answerBy)]).toEqual([false, "answer_not_awaited"]);
    await UserModel.updateOne({ _id: owner._id }, { $unset: { bannedAt: 1 } });
    expect(await offered()).toBe(true);
    const ofOwner = { ...admin.actor, id: owner._id.toString() };
    await UserModel.updateOne({ _id: owner._id }, { isAdmin: true, adminRole: "support" });
    const own = { ...act(), actor: ofOwner, hours: 24, seen: answerBy.getTime(), why: "Panne" };
    expect(await codeOf(extendDeadline(own))).toBe("own_matter");
    expect(await put(24, answerBy)).toBe("done");
    // Once more by a page from before it: a second press, whose answer was lost, or somebody else's.
    expect(await put(24, answerBy)).toBe("done");
    expect(await put(12, answerBy)).toBe("deadline_changed");
    const colleague = { ...act(), actor: (await newAdmin()).actor };
    const theirs = { ...colleague, hours: 24, seen: answerBy.getTime(), why: "Panne" };
    expect(await codeOf(extendDeadline(theirs))).toBe("deadline_changed");
    expect(await codeOf(extendDeadline({ ...theirs, ...act(), now: addMinutes(now, 2) }))).toBe(
      "deadline_changed",
    );
    const later = addMinutes(answerBy, 24 * 60);
    expect((await stored(reservation)).answerBy).toEqual(later);
    const told = [await subjectsTo(owner), await subjectsTo(buyer)].map((subjects) =>
      subjects.filter((one) =>
        /^(?:Plus de temps pour répondre|Réponse attendue plus tard)/.test(one),
      ),
    );
    expect(told.map((subjects) => subjects.length)).toEqual([1, 1]);
    expect(await acts()).toEqual(["reservation.extend"]);
    const again = [];
    for (let days = 0; days < 6; days += 2) {
      again.push(await put(48, addMinutes(later, days * 24 * 60)));
    }
    expect(again).toContain("extension_too_long");
  });

  test("a deadline is offered to be put off by no more than it can be, and not at all where that is nothing", async () => {
    const { _id } = reservation;
    await LedgerEntryModel.updateOne({ reservation: _id }, { $set: { type: "authorised" } });
    const [entry] = await LedgerEntryModel.find({ reservation: _id }).lean();
    const page = `/admin/reservation/${_id.toString()}`;
    const html = async (path: string) => await (await rendered(admin.visitor, path)).text();
    const offered = async (of: Reservation, minutesLeft: number) => {
      const answerBy = addMinutes(latestAnswer(entry!.at, of), -minutesLeft);
      const { startDate, endDate } = of;
      await ReservationModel.updateOne(
        { _id },
        { status: "pending", answerBy, startDate, endDate },
      );
      const form = await html(`${page}/prolonger`);
      return {
        hours: [...form.matchAll(/name="hours"[^>]* value="(\d+)"/g)].map(([, hours]) => hours),
        isLinked: (await html(page)).includes(`href="${page}/prolonger"`),
        isRefused: form.includes(refusalMessage("not_extendable")),
        bound: /au plus, ([^.]+)\./.exec(form)?.[1],
      };
    };
    const none = { hours: [], isLinked: false, isRefused: true, bound: undefined };
    expect(await offered(reservation, 0)).toEqual(none);
    expect(await offered(reservation, 12 * 60 - 1)).toEqual(none);
    const some = { hours: ["12", "24"], isLinked: true, isRefused: false };
    const late = { ...reservation, endDate: addDays(reservation.endDate, 30) };
    expect(await offered(late, 24 * 60)).toEqual({
      ...some,
      bound: "tant que l’autorisation de paiement vaut",
    });
    const soon = { ...reservation, endDate: addDays(todayInParis(now), 3) };
    expect(await offered({ ...soon, startDate: soon.endDate }, 24 * 60)).toEqual({
      ...some,
      bound: "et pas au-delà du séjour",
    });
  });
});

describe("the calls, for reservations of others", () => {
  test("ask for the administrator's password, and write the act down", async () => {
    const json = {
      buyerId: buyer._id.toString(),
      locationId: reservation.venueId.toString(),
      startDate: reservation.startDate,
    };
    const cancel = (fields: object) =>
      admin.visitor.visit(cancelCall, "/api/location/cancel-reservation", {
        json: { ...json, ...fields },
      });
    const { paymentIntentId, startDate } = reservation;
    const byPayment = await admin.visitor.visit(refundCall, "/api/stripe/refund", {
      json: { paymentIntentId, startDate },
    });
    expect(byPayment.status).toBe(422);
    expect((await cancel({})).status).toBe(422);
    expect((await cancel({ currentPassword: "pas celui-là" })).status).toBe(422);
    expect((await stored(reservation)).status).toBe("confirmed");
    expect((await cancel({ currentPassword: OFFICE_PASSWORD })).status).toBe(200);
    expect(await stored(reservation)).toMatchObject({ status: "cancelled", refunded: 162_000 });
    expect(await acts()).toEqual(["reservation.cancel"]);
  });
});

describe("a case that no other page ends", () => {
  const OLD = addMinutes(now, -600);
  const job = {
    _id: new Types.ObjectId(),
    ...{
      name: "reconcile-payments",
      type: "single",
      lockedAt: null,
      nextRunAt: addMinutes(now, 60),
    },
    ...{ failedAt: OLD, lastFinishedAt: OLD, failCount: 2, failReason: "timed out" },
  };
  const asked = (key: string) => ({ actor: admin.actor, key, now });
  const keys = async () => {
    forgetKept();
    return (await findCases()).cases.map(({ key }) => key);
  };

  test("leads to its own page: a dead mail, a job that failed, money of no reservation", async () => {
    const { _id: mail } = await MailModel.create({
      ...{ key: "reservation-confirmed:x:buyer", to: "nadia@exemple.fr", subject: "Rappel" },
      ...{ status: "failed", attempts: 5, nextAttemptAt: OLD, lastError: "550", text: "Demain" },
    });
    await jobsCollection().insertOne({ ...job });
    const { paymentIntentId = "" } = reservation;
    const nobodys = { reservation: new Types.ObjectId(), amount: 900, since: OLD };
    await PaymentCaseModel.create({
      ...{ _id: `refund_refused:${paymentIntentId}`, kind: "refund_refused" },
      ...{ ...nobodys, paymentIntentId, reason: "No such charge" },
    });
    await LedgerDifferenceModel.create({
      ...{ _id: "captured:ch_x", type: "captured", stripeId: "ch_x", stripeAmount: 900 },
      ...{ at: OLD, since: OLD },
    });
    await LedgerEntryModel.create({
      ...{ _id: "disputed:dp_x", type: "disputed", stripeId: "dp_x", amount: 900, at: OLD },
      ...{ ...{ buyer: buyer._id, owner: owner._id }, reservation: nobodys.reservation },
    });
    forgetKept();
    const cases = (await findCases()).cases;
    expect(cases.map(({ key, href }) => [key, href])).toEqual(
      [
        "dispute:dp_x",
        `payment:refund_refused:${paymentIntentId}`,
        "ledger:captured:ch_x",
        `mail:${mail.toString()}`,
        `job:${job._id.toString()}`,
      ].map((key) => [key, casePath(key)]),
    );
    for (const { key } of cases) {
      expect(await caseFile(key, now)).toMatchObject({ key, reservationHref: null });
    }
    expect(await codeOf(caseFile("master:nobody", now))).toBe("not_found");

    const payment = `payment:refund_refused:${paymentIntentId}`;
    expect(await settling.readCaseAtStripe(asked(payment))).toBe(
      "Chez Stripe\u00a0: 1\u202f620,00\u00a0€ payés, 0,00\u00a0€ rendus.",
    );
    await settling.readCaseAtStripe(asked("ledger:captured:ch_x"));
    expect(await jobsCollection().countDocuments({ name: "compare-ledger" })).toBe(1);

    await settling.resendDeadMail(asked(`mail:${mail.toString()}`));
    expect(await MailModel.findById(mail).lean()).toMatchObject({ status: "queued", attempts: 0 });
    expect(await keys()).not.toContain(`mail:${mail.toString()}`);
    expect(await acts()).toEqual(["case.read-stripe", "case.read-stripe", "mail.resend"]);
  });

  test("stands in the queue by when it is due, then by how long it has waited", async () => {
    const found = { stripeAmount: 900, at: OLD, type: "captured" as const };
    await LedgerDifferenceModel.insertMany(
      [-60, -30, -90].map((minutes, index) => ({
        ...{ ...found, _id: `captured:ch_${index}`, stripeId: `ch_${index}` },
        since: addMinutes(OLD, minutes),
      })),
    );
    const mail = { subject: "Rappel", status: "failed", attempts: 5, nextAttemptAt: OLD } as const;
    await MailModel.insertMany([
      { ...mail, key: "a", to: "a@exemple.fr", createdAt: addMinutes(OLD, 5) },
      { ...mail, key: "b", to: "b@exemple.fr", createdAt: OLD },
    ]);
    await jobsCollection().insertOne({ ...job });
    const { groups } = await listCases(admin.id, { nature: "", charge: "", page: 1 }, now);
    const queue = groups.flatMap(({ cases }) => cases);
    expect(queue.map(({ kind, key }) => (kind === "ledger" ? key : kind))).toEqual([
      "job",
      ...[2, 0, 1].map((index) => `ledger:captured:ch_${index}`),
      ...["mail", "mail"],
    ]);
    expect(queue.at(-2)?.context).toContain("b@exemple.fr");
  });

  test("is found beside more that was put away than the queue shows", async () => {
    const differences = Array.from({ length: 101 }, (_, index) => ({
      ...{ _id: `captured:ch_${index}`, type: "captured" as const, stripeId: `ch_${index}` },
      ...{ stripeAmount: 900, at: OLD, since: addMinutes(OLD, index) },
    }));
    await LedgerDifferenceModel.insertMany(differences);
    const last = "ledger:captured:ch_100";
    expect(await keys()).toHaveLength(100);
    expect(await keys()).not.toContain(last);
    await CaseSettlementModel.insertMany(
      differences.slice(0, 100).map(({ _id, since }) => ({
        ...{ _id: `ledger:${_id}`, admin: new Types.ObjectId(), why: "Su", at: now },
        mark: `- 900 ${since.getTime()}`,
      })),
    );
    expect(await keys()).toEqual([last]);
  });

  test("a mail is not put away while a colleague sends it again", async () => {
    const mail = { subject: "Rappel", status: "failed", attempts: 5, to: "a@exemple.fr" } as const;
    const { _id } = await MailModel.create({
      ...{ ...mail, key: "dead", text: "Demain", nextAttemptAt: OLD },
    });
    const key = `mail:${_id.toString()}`;
    const colleague = (await newAdmin()).actor;
    const away = {
      ...asked(key),
      seen: await seen(key),
      why: "Adresse morte",
      password: undefined,
    };
    const told = await Promise.all([
      codeOf(settling.resendDeadMail({ ...asked(key), actor: colleague })),
      codeOf(settling.settleCase(away)),
    ]);
    expect(told.filter((one) => one === "done")).toHaveLength(1);
    const left = await MailModel.findById(_id).lean();
    expect([left?.status, left?.putAway]).toEqual(
      told[0] === "done" ? ["queued", undefined] : ["failed", true],
    );
  });

  test("has its page though the queue shows a hundred of its kind, and is looked for no more once it is put away", async () => {
    const mail = { subject: "Rappel", status: "failed", attempts: 5, to: "a@exemple.fr" } as const;
    const mails = await MailModel.insertMany(
      Array.from({ length: 101 }, (_, index) => ({
        ...{ ...mail, key: `dead:${index}`, nextAttemptAt: addMinutes(OLD, index) },
      })),
    );
    const key = `mail:${mails[0]!._id.toString()}`;
    expect(await keys()).not.toContain(key);
    expect((await readWaiting(now)).isCut).toBe(true);
    const put = async (one: string) =>
      settling.settleCase({
        ...asked(one),
        seen: await seen(one),
        why: "Adresse morte",
        password: undefined,
      });
    await put(key);
    expect(await codeOf(caseFile(key, now))).toBe("not_found");
    for (const one of await keys()) await put(one);
    expect(await deadMails({ skip: 0 })).toEqual([]);
    expect(await codeOf(settling.resendDeadMail(asked(key)))).toBe("not_found");
  });

  test("comes back when what was put away is over, and happens anew alike", async () => {
    const _id = "captured:ch_again";
    const found = { type: "captured", stripeId: "ch_again", stripeAmount: 900, at: OLD } as const;
    await LedgerDifferenceModel.create({ _id, ...found, since: OLD });
    const [{ key, mark } = { key: "", mark: null }] = (await findCases()).cases;
    await CaseSettlementModel.create({
      _id: key,
      mark: mark!,
      admin: owner._id,
      why: "Su",
      at: now,
    });
    expect(await keys()).toEqual([]);
    await LedgerDifferenceModel.updateOne({ _id }, { $set: { closedAt: now } });
    expect(await keys()).toEqual([]);
    await LedgerDifferenceModel.updateOne(
      { _id },
      { $set: { since: now }, $unset: { closedAt: 1 } },
    );
    expect(await keys()).toEqual([`ledger:${_id}`]);
  });

  test("of a dispute is open until the bank has decided, however many came since", async () => {
    const entry = (type: "disputed" | "dispute_closed", id: string, minute: number) => ({
      ...{ _id: `${type}:${id}`, type, stripeId: id, amount: 900, at: addMinutes(OLD, minute) },
      ...{ buyer: buyer._id, owner: owner._id, reservation: reservation._id },
    });
    const decided = Array.from({ length: 101 }, (_, index) => `dp_${index}`);
    await LedgerEntryModel.insertMany([
      entry("disputed", "dp_open", 0),
      ...decided.map((id, index) => entry("disputed", id, index + 1)),
      ...decided.map((id, index) => entry("dispute_closed", id, index + 2)),
    ]);
    expect(await keys()).toEqual(["dispute:dp_open"]);
    // Every page of the office asks, and all that there ever were are gone through for it.
    const { asked } = await askedBy(findCases);
    expect(asked.filter((one) => one.startsWith("aggregate ledgerentries"))).toEqual([]);
    expect(await findCase("dispute:dp_open")).toMatchObject({ key: "dispute:dp_open" });
    await LedgerEntryModel.insertMany([entry("dispute_closed", "dp_open", 200)]);
    expect(await findCase("dispute:dp_open")).toBeUndefined();
  });

  test("of an owner whom Stripe does not pay: they are told once, it is put away, and ends with the limit", async () => {
    const id = owner._id.toString();
    const key = `owner:${id}`;
    const account = owner.accountId!;
    const limit = async (state: "restricted" | "active") => {
      await sandbox.control(`accounts/${account}`, { state });
      await syncAccount(account);
    };
    await limit("restricted");
    await syncAccount(account);
    const told = "Votre compte de paiement est limité";
    expect((await subjectsTo(owner)).filter((one) => one === told)).toHaveLength(1);
    expect(await caseFile(key, now)).toMatchObject({ isTold: true });
    expect(await codeOf(settling.tellOwner(asked(key)))).toBe("owner_told");
    // As one whom no mail about it reached.
    await MailModel.deleteMany({ subject: told });
    expect((await findCases()).cases.map((one) => [one.key, one.href])).toEqual([
      [key, casePath(key)],
    ]);
    const facts = async () =>
      Object.fromEntries(
        (await caseFile(key, now)).facts.map(({ label, value }) => [label, value]),
      );
    expect(await caseFile(key, now)).toMatchObject({ ownerHref: `/admin/user/${id}` });
    const since = "Prévenu par e-mail le";
    expect(await facts()).toMatchObject({ "Compte Stripe": account, [since]: "pas encore" });
    expect(await caseFile(key, now)).not.toHaveProperty("isTold");
    await settling.tellOwner(asked(key));
    expect(await caseFile(key, now)).toMatchObject({ isTold: true });
    expect(await codeOf(settling.tellOwner(asked(key)))).toBe("owner_told");
    expect((await subjectsTo(owner)).filter((one) => one === told)).toHaveLength(1);
    expect((await facts())[since]).toContain("en cours d’envoi");
    await MailModel.updateOne(
      { subject: told },
      { $set: { status: "failed", putAway: true }, $unset: { text: 1, html: 1 } },
    );
    expect((await facts())[since]).toContain("n’est pas arrivé");
    expect(await caseFile(key, now)).not.toHaveProperty("isTold");
    await MailModel.updateOne({ subject: told }, { $set: { text: "…" }, $unset: { putAway: 1 } });
    const failed = `mail:${(await MailModel.findOne({ subject: told }).lean())!._id.toString()}`;
    expect(await caseFile(failed, now)).not.toHaveProperty("isOutdated");
    await settling.tellOwner(asked(key));
    expect((await subjectsTo(owner)).filter((one) => one === told)).toHaveLength(2);
    // One limit is told once: the one that did not arrive stays where it is.
    expect(await caseFile(failed, now)).toMatchObject({ isOutdated: true });
    expect(await codeOf(settling.resendDeadMail(asked(failed)))).toBe("mail_outdated");
    await MailModel.updateOne({ subject: told, status: "failed" }, { $set: { putAway: true } });
    expect(await codeOf(settling.tellOwner(asked(key)))).toBe("owner_told");
    const sentAt = addMinutes(now, 5);
    await MailModel.updateOne(
      { subject: told, status: "queued" },
      { $set: { status: "sent", sentAt } },
    );
    expect((await facts())[since]).toBe(formatInstant(sentAt));
    expect(await settling.readCaseAtStripe(asked(key))).toContain("toujours limité");

    await settling.settleCase({
      ...asked(key),
      seen: await seen(key),
      why: "Dossier suivi chez Stripe",
      password: undefined,
    });
    expect(await keys()).toEqual([]);
    await limit("active");
    await limit("restricted");
    expect(await keys()).toEqual([key]);
    await sandbox.control(`accounts/${account}`, { state: "active" });
    expect(await settling.readCaseAtStripe(asked(key))).toContain("n’est plus limité");
    expect(await keys()).toEqual([]);
    expect(await acts()).toEqual([
      ...["case.tell-owner", "case.tell-owner", "case.read-stripe"],
      ...["case.settle", "case.read-stripe"],
    ]);
  });

  test("of a dead mail about a reservation is sent anew of what is true now, or not at all", async () => {
    const dead = `reservation-confirmed:${reservation._id.toString()}:buyer`;
    await MailModel.updateOne({ key: dead }, { $set: { status: "failed", attempts: 9 } });
    const { _id } = (await MailModel.findOne({ key: dead }).lean())!;
    const key = `mail:${_id.toString()}`;
    const address = "nouvelle@exemple.fr";
    await UserModel.updateOne({ _id: buyer._id }, { $set: { email: address } });
    await settling.resendDeadMail(asked(key));
    expect(await keys()).toEqual([]);
    expect(await MailModel.findById(_id).lean()).toMatchObject({ status: "failed" });
    expect(await MailModel.find({ to: address }).lean()).toMatchObject([{ status: "queued" }]);

    // Tried once more, in vain.
    const again = { $set: { attempts: 10, text: "Bonjour" }, $unset: { putAway: 1 } } as const;
    await MailModel.updateOne({ key: dead }, again);
    await cancelReservation({
      ...{ reservationId: reservation._id.toString(), why: "Travaux", now },
      by: { role: "owner", userId: owner._id.toString() },
    });
    const mails = await MailModel.countDocuments();
    expect(await codeOf(settling.resendDeadMail(asked(key)))).toBe("mail_outdated");
    expect(await keys()).toEqual([key]);
    expect(await MailModel.countDocuments()).toBe(mails);
    expect(await acts()).toEqual(["mail.resend"]);
  });

  test("is put away as its page showed it: one that became another stays", async () => {
    const { reservation } = await confirmReservation(await createUser());
    const { paymentIntentId } = reservation;
    const id = `refund_refused:${paymentIntentId}`;
    const key = `payment:${id}`;
    await PaymentCaseModel.create({
      ...{ _id: id, kind: "refund_refused", reservation: reservation._id, paymentIntentId },
      ...{ since: now, seenAt: now, amount: 1, reason: "insufficient funds" },
    });
    const { visitor } = await newAdmin();
    const params = { key };
    const put = async (shown: string | undefined) => {
      const form = { intent: "settle", why: "Un centime", currentPassword: OFFICE_PASSWORD };
      return await visitor.visit(casePage, casePath(key), {
        ...{ params, form: { ...form, ...(shown !== undefined && { seen: shown }) } },
      });
    };
    const shown = await seen(key);
    await PaymentCaseModel.updateOne({ _id: id }, { $set: { amount: 162_000 } });
    for (const said of [shown, undefined]) {
      const refused = await put(said);
      expect(refused.status).toBe(409);
      expect(JSON.stringify(await refused.json())).toContain(refusalMessage("case_changed"));
      expect(await keys()).toEqual([key]);
    }
    expect((await put(await seen(key))).status).toBe(303);
    expect(await keys()).toEqual([]);

    // Whoever comes after reads that it is done, by whom and why.
    const ended = await visitor.visit(caseLoader, casePath(key), { params });
    expect(ended.status).toBe(410);
    expect(await ended.json()).toMatchObject({
      endedActs: [{ title: "Dossier classé", why: "Un centime" }],
    });
    const never = { params: { key: "payment:refund_refused:pi_never" } };
    const unknown = await visitor.visit(caseLoader, casePath(never.params.key), never);
    expect([unknown.status, await unknown.json()]).toEqual([
      ...[404, { key: never.params.key, endedActs: [] }],
    ]);
    // A submission in the queue has its own page, and an account's acts are no case's.
    for (const other of ["master:6500000000000000000000aa", "6500000000000000000000aa"]) {
      const visit = visitor.visit(caseLoader, casePath(other), { params: { key: other } });
      await expect(visit, other).rejects.toMatchObject({ status: 404 });
    }
  });

  test("is a job that nobody does: an hour after its turn was due, until somebody does it", async () => {
    const { failedAt: _, failCount: _count, failReason: _reason, ...quiet } = job;
    const real = new Date();
    const due = (minutes: number) => ({ $set: { nextRunAt: addMinutes(real, -minutes) } });
    await jobsCollection().insertOne({ ...quiet, ...due(59).$set });
    expect(await keys()).toEqual([]);
    await jobsCollection().updateOne({ _id: job._id }, due(61));
    const [late] = (await findCases()).cases;
    expect(late).toMatchObject({
      key: `job:${job._id.toString()}`,
      title: "Rapprochement des paiements",
    });
    expect(late!.context).toMatch(/^Tâche en retard\u00a0: son passage était prévu le /);
    expect(await caseFile(late!.key, real)).toMatchObject({
      isLate: true,
      facts: expect.arrayContaining([{ label: "Échecs", value: "0" }]) as unknown,
    });
    // Nobody would take the turn, and the case would be gone.
    const waking = { ...asked(late!.key), password: OFFICE_PASSWORD, now: real };
    expect(await codeOf(settling.wakeStoppedJob(waking))).toBe("not_found");
    expect(await keys()).toEqual([late!.key]);
    await jobsCollection().updateOne({ _id: job._id }, { $set: { name: "of-another-version" } });
    expect(await keys()).toEqual([]);
    await jobsCollection().updateOne(
      { _id: job._id },
      { $set: { name: job.name, type: "normal" } },
    );
    expect(await keys()).toEqual([]);
  });

  test("is a job that nobody does, though it failed before: to have it take its turn would help nothing", async () => {
    const real = new Date();
    await jobsCollection().insertOne({ ...job, nextRunAt: addMinutes(real, -61) });
    const [late] = (await findCases()).cases;
    expect(late!.context).toMatch(/^Tâche en retard\u00a0: /);
    expect(await caseFile(late!.key, real)).toMatchObject({
      isLate: true,
      facts: expect.arrayContaining([
        { label: "Échecs", value: "2" },
        { label: "Ce qu’elle a répondu", value: "timed out" },
      ]) as unknown,
    });
    const waking = { ...asked(late!.key), password: OFFICE_PASSWORD, now: real };
    expect(await codeOf(settling.wakeStoppedJob(waking))).toBe("not_found");
    // Once somebody takes turns again its failure is what is left.
    await jobsCollection().updateOne(
      { _id: job._id },
      { $set: { nextRunAt: addMinutes(real, 1) } },
    );
    expect(await caseFile(late!.key, real)).not.toHaveProperty("isLate");
    await settling.wakeStoppedJob(waking);
  });

  test("is a job whose turns begin and never end, for an hour and the time between two", async () => {
    const real = new Date();
    const ago = (minutes: number) => addMinutes(real, -minutes);
    const { failedAt: _, failCount: _count, failReason: _reason, ...quiet } = job;
    const turns = { lastRunAt: real, lastFinishedAt: ago(120), nextRunAt: addMinutes(real, 1) };
    await jobsCollection().insertOne({ ...quiet, ...turns });
    const [unended] = (await findCases()).cases;
    expect(unended).toMatchObject({ key: `job:${job._id.toString()}`, since: ago(120) });
    expect(unended!.context).toMatch(/^Passage jamais terminé\u00a0: /);
    expect(await caseFile(unended!.key, real)).toMatchObject({ isLate: true });
    const isTold = async (changed: object) => {
      const _id = new Types.ObjectId();
      await jobsCollection().deleteMany({});
      await jobsCollection().insertOne({ ...quiet, ...turns, _id, ...changed });
      return (await keys()).length > 0;
    };
    const old = Types.ObjectId.createFromTime(ago(120).getTime() / 1_000);
    const daily = { name: "compare-ledger", nextRunAt: addMinutes(real, 24 * 60) };
    // Its first long turn, one that goes on for long, and one that ended.
    expect(await isTold({ lastFinishedAt: null })).toBe(false);
    expect(await isTold({ lastFinishedAt: ago(61), lastRunAt: ago(59) })).toBe(false);
    expect(await isTold({ lastRunAt: ago(121) })).toBe(false);
    expect(await isTold({ lastFinishedAt: null, _id: old })).toBe(true);
    expect(await isTold({ ...daily, lastFinishedAt: ago(24 * 60 + 59) })).toBe(false);
    expect(await isTold({ ...daily, lastFinishedAt: ago(25 * 60 + 1) })).toBe(true);
    expect(await isTold({ name: "of-another-version" })).toBe(false);
  });

  test("is put away for as long as a job tells of the same that is stuck", async () => {
    const fails = (at: Date, names: string[]) => ({
      ...{ failedAt: at, lastFinishedAt: at },
      failReason: stuckError([], "Some payments could not be followed", names).message,
    });
    // Of the same day: the next one asks for somebody again.
    await jobsCollection().insertOne({ ...job, ...fails(now, ["evt_2", "evt_1"]) });
    const key = `job:${job._id.toString()}`;
    const away = { ...asked(key), seen: await seen(key), why: "Vu avec Stripe" };
    await settling.settleCase({ ...away, password: OFFICE_PASSWORD });
    const again = async (names: string[]) => {
      await jobsCollection().updateOne({ _id: job._id }, { $set: fails(now, names) });
      return await keys();
    };
    expect(await again(["evt_1", "evt_2"])).toEqual([]);
    expect(await again(["evt_1", "evt_2", "evt_3"])).toEqual([key]);
  });

  test("is put away with the reason, and comes back when it is something else", async () => {
    await jobsCollection().insertOne({ ...job });
    const key = `job:${job._id.toString()}`;
    const known = await seen(key);
    const settle = (password?: string) =>
      settling.settleCase({ ...asked(key), seen: known, why: "Panne connue", password });
    // It may give money back, so it takes the password.
    expect(await codeOf(settle())).toBe("password_required");
    expect(await keys()).toEqual([key]);
    await settle(OFFICE_PASSWORD);
    expect(await keys()).toEqual([]);
    expect(await codeOf(settle())).toBe("not_found");
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      ...{ act: "case.settle", target: key, why: "Panne connue" },
    });
    await jobsCollection().updateOne(
      { _id: job._id },
      { $set: { failedAt: now, lastFinishedAt: now } },
    );
    expect(await keys()).toEqual([key]);

    const transaction = mongoose.connection.transaction.bind(mongoose.connection);
    const uncommitted = vi.spyOn(mongoose.connection, "transaction");
    uncommitted.mockImplementationOnce((work, options) =>
      transaction(async (session) => {
        await work(session);
        throw new Error("not committed");
      }, options),
    );
    const waking = settling.wakeStoppedJob({ ...asked(key), password: undefined });
    await expect(waking).rejects.toThrow("not committed");
    uncommitted.mockRestore();
    expect(await jobsCollection().findOne({ _id: job._id })).not.toMatchObject({ nextRunAt: now });
    await settling.wakeStoppedJob({ ...asked(key), password: undefined });
    expect(await jobsCollection().findOne({ _id: job._id })).toMatchObject({ nextRunAt: now });
    await jobsCollection().updateOne({ _id: job._id }, { $set: { lockedAt: now } });
    expect(await codeOf(settling.wakeStoppedJob({ ...asked(key), password: undefined }))).toBe(
      "job_at_work",
    );
    expect(await acts()).toEqual(["case.settle", "job.wake"]);
    const reader = await newAdmin({ adminRole: "lecture" });
    const refused = settling.resendDeadMail({ actor: reader.actor, key, now });
    expect(await codeOf(refused)).toBe("not_found");
    const away = settling.settleCase({
      ...{ actor: reader.actor, key, now, why: "x", password: OFFICE_PASSWORD },
      seen: await seen(key),
    });
    expect(await codeOf(away)).toBe("forbidden");
    expect(await keys()).toEqual([key]);
  });
});
