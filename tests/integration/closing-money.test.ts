import { sandbox, stored } from "../support/payments";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { VenueModel } from "@models/venue";
import { caseFile } from "~/admin/cases/case-record.server";
import { settleCase } from "~/admin/cases/settle-case.server";
import { deleteUser } from "~/admin/users/delete-user.server";
import { userDeparture } from "~/admin/users/user-departure.server";
import { toCalledOff } from "~/bookings/cancel/api-cancellation.server";
import { cancellationToast, cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { ReservationNext } from "~/bookings/components/reservation-next";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { queueReservationMails } from "~/bookings/mail/mails.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { DepartureObstacleList } from "~/offboarding/components/departure-obstacle-list";
import { departureObstacles } from "~/offboarding/departure-obstacles.server";
import { forgetDeletedVenues } from "~/offboarding/forget-deleted-venues.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { dueBackOf } from "~/payments/due-back.server";
import { openCase } from "~/payments/payment-cases.server";
import { Refusal } from "~/platform/refusal";
import { refundOwed } from "~/rules/cancellation";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { copiesOf, heldAtOnce } from "../support/held-at-once";
import { storedUser } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";

/** An account stays as long as money is awaited that its holder would have to be written to about. */

useDatabase();
const now = new Date();
const TOTAL = 162_000;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
});

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const idOf = ({ _id }: Pick<User, "_id">) => _id.toString();
const close = (user: User) => codeOf(closeAccount(idOf(user), now));
const obstacles = (user: User) => departureObstacles(idOf(user), now);
const isClosed = async (user: User) => (await storedUser(idOf(user)))?.deletedAt !== undefined;

const putAway = async (reservation?: Reservation) => {
  const { actor } = await newAdmin();
  const [one] = await PaymentCaseModel.find(reservation && { reservation: reservation._id }).lean();
  const why = "Rendu par virement.";
  const key = `payment:${one!._id}`;
  const { seen } = await caseFile(key, now);
  await settleCase({ actor, key, seen, why, password: OFFICE_PASSWORD, now });
};

/** Its buyer called it off, and their bank sends every refund back. */
async function refundsSentBack(): Promise<{ reservation: Reservation; owner: User }> {
  const { reservation, owner } = await confirmReservation(buyer, { card: "pm_card_refundFail" });
  const id = reservation._id.toString();
  await cancelReservation({ reservationId: id, by: { role: "buyer", userId: idOf(buyer) }, now });
  for (let turn = 0; turn < 5; turn += 1) {
    await sandbox.settled();
    await syncReservation(id);
  }
  return { reservation: await stored(reservation), owner };
}

describe("a refund that the bank sends back every time", () => {
  it("keeps the buyer's account and the owner's, and the page says what is awaited", async () => {
    const { reservation, owner } = await refundsSentBack();
    expect(reservation.status).toBe("cancelled");
    expect(refundOwed(reservation)).toBe(TOTAL);
    expect(await close(buyer)).toBe("money_awaited");
    expect(await close(owner)).toBe("money_awaited");
    expect([await isClosed(buyer), await isClosed(owner)]).toEqual([false, false]);
    const found = await obstacles(buyer);
    expect(found).toMatchObject({ isFree: false, asBuyer: [], asOwner: [] });
    const page = renderToStaticMarkup(createElement(DepartureObstacleList, { obstacles: found }));
    expect(page).toContain("Annulée, 1\u202f620,00\u00a0€ encore à rendre");
    expect(page).not.toContain("réservations à venir");
  });

  it("keeps it no longer once the team has put its case away", async () => {
    await refundsSentBack();
    await putAway();
    expect(await close(buyer)).toBe("done");
  });

  it("is announced to neither side once the team has put its case away, nor when that comes back", async () => {
    const { reservation, owner } = await refundsSentBack();
    const again = { side: "owner", at: now } as const;
    const pageOf = async (side: "buyer" | "owner") => {
      const userId = idOf(side === "buyer" ? buyer : owner);
      const page = await reservationPage(idOf(reservation), { side, userId }, now);
      return renderToStaticMarkup(createElement(ReservationNext, { page }));
    };
    const pages = async () => [await pageOf("buyer"), await pageOf("owner")];
    for (const page of await pages()) expect(page).toContain("en cours de traitement");
    await putAway();
    const seenTo = async () => {
      for (const page of await pages()) {
        expect(page).toContain("notre équipe s’en est occupée");
        expect(page).not.toMatch(/en cours de traitement|sera reprise/);
      }
    };
    await seenTo();
    expect(await cancellationToast(reservation)).toContain("notre équipe s’en est occupée");
    await inTransaction((session) =>
      queueReservationMails([{ news: "cancelled", reservation, again }], session),
    );
    const mail = await MailModel.findOne().sort({ _id: -1 }).lean();
    expect(mail?.text).toContain("notre équipe s’en est occupée");
    await PaymentCaseModel.updateMany({}, { $set: { reason: "account_closed" } });
    await seenTo();
  });

  it("is announced as long as it waits for the balance to be funded, though its case was put away", async () => {
    const { reservation } = await confirmReservation(buyer, { card: "pm_card_refundUnfunded" });
    const by = { role: "buyer", userId: idOf(buyer) } as const;
    await cancelReservation({ reservationId: idOf(reservation), by, now });
    await putAway();
    const whose = { side: "buyer", userId: idOf(buyer) } as const;
    const page = await reservationPage(idOf(reservation), whose, now);
    const shown = renderToStaticMarkup(createElement(ReservationNext, { page }));
    expect(shown).toContain("en cours de traitement");
    expect(await close(buyer)).toBe("money_awaited");
  });

  it("waits for what came to be owed since its case was put away, and for that alone", async () => {
    const { reservation } = await refundsSentBack();
    expect(await toCalledOff(reservation)).toMatchObject({ refunded: 0, due: TOTAL });
    const left = 50_000;
    await PaymentCaseModel.updateMany({}, { $set: { amount: TOTAL - left } });
    await putAway();
    const whose = { side: "buyer", userId: idOf(buyer) } as const;
    const { refundOwed: due } = await reservationPage(idOf(reservation), whose, now);
    expect(due).toEqual({ awaited: left, givenUp: TOTAL - left });
    expect(await toCalledOff(reservation)).toMatchObject({ refunded: 0, due: left });
    expect((await obstacles(buyer)).awaited).toMatchObject([
      { state: expect.stringMatching(/^Annulée, 500,00.€ encore à rendre$/) as string },
    ]);
    expect(await close(buyer)).toBe("money_awaited");
  });

  it("is told of each reservation by its own cases", async () => {
    const [seenTo, waiting] = [await refundsSentBack(), await refundsSentBack()];
    await putAway(seenTo.reservation);
    const dueOf = await dueBackOf([seenTo.reservation, waiting.reservation]);
    expect(dueOf(seenTo.reservation)).toEqual({ awaited: 0, givenUp: TOTAL });
    expect(dueOf(waiting.reservation)).toBe(TOTAL);
  });

  it("keeps it again when the case comes back as another one", async () => {
    await refundsSentBack();
    await putAway();
    await PaymentCaseModel.updateMany({}, { $set: { reason: "account_closed" } });
    expect(await close(buyer)).toBe("money_awaited");
  });
});

it("a refund that is owed keeps it before any case is opened", async () => {
  const { reservation } = await confirmReservation(buyer);
  await ReservationModel.updateOne(
    { _id: reservation._id },
    {
      $set: {
        status: "cancelled",
        cancellation: { by: "buyer", why: "x", at: now, refund: TOTAL / 2 },
      },
    },
  );
  expect((await obstacles(buyer)).awaited).toMatchObject([
    { reference: reservation.reference, state: "Annulée, 810,00\u00a0€ encore à rendre" },
  ]);
  expect(await close(buyer)).toBe("money_awaited");
});

it("a dispute that keeps a refund back keeps the account that is deleted with what was to come", async () => {
  const { reservation } = await confirmReservation(buyer);
  await sandbox.control("disputes", { payment_intent: reservation.paymentIntentId });
  await sandbox.settled();
  await syncReservation(reservation._id.toString());
  const { actor } = await newAdmin();
  const press = { actor, userId: idOf(buyer), why: "x", password: OFFICE_PASSWORD, now };
  expect(await codeOf(deleteUser({ ...press, cancelComing: true }))).toBe("money_awaited");
  expect(await isClosed(buyer)).toBe(false);
  expect(await userDeparture(idOf(buyer), now)).toMatchObject({
    coming: [],
    awaited: [{ reference: reservation.reference }],
  });
});

it("money that nobody can call off keeps the account before anything is called off for its deletion", async () => {
  await refundsSentBack();
  const { reservation: coming } = await confirmReservation(buyer, { days: 60 });
  const { actor, visitor } = await newAdmin();
  const press = { actor, userId: idOf(buyer), why: "x", password: OFFICE_PASSWORD, now };
  expect(await codeOf(deleteUser({ ...press, cancelComing: true }))).toBe("money_awaited");
  expect((await stored(coming)).status).toBe("confirmed");
  const page = await (await rendered(visitor, `/admin/user/${idOf(buyer)}/supprimer`)).text();
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  expect(main).toContain("De l’argent est encore attendu");
  expect(main).toContain("une contestation, elle, attend la banque.");
  expect(main).toContain(coming.reference);
  expect(main).not.toContain("cancelComing");
  expect(main).not.toContain("<button");
  expect(main).not.toContain("currentPassword");
});

/** Of a stay that is long over, in a venue that was deleted then. */
async function contestedLongAgo(kind: object = {}) {
  const { reservation, owner, venue } = await confirmReservation(buyer);
  const id = reservation._id.toString();
  const longAgo = addDays(todayInParis(now), -100);
  const over = { status: "ended", startDate: longAgo, endDate: longAgo };
  await ReservationModel.updateOne({ _id: id }, { $set: over });
  const deletedAt = addMinutes(now, -100 * 24 * 60);
  const deleted = { deletedAt, listed: false, searchable: false };
  await VenueModel.updateOne({ _id: venue._id }, { $set: deleted });
  const about = { payment_intent: reservation.paymentIntentId, ...kind };
  const opened = await sandbox.control("disputes", about);
  const dispute = ((await opened.json()) as { id: string }).id;
  await syncReservation(id);
  const photos = async () => (await VenueModel.findById(venue._id).lean())!.locationIMG.length;
  return { owner, id, photos, dispute };
}

describe("a dispute that the payer's bank has not decided", () => {
  const contested = "Terminée, 1\u202f620,00\u00a0€ contestés auprès de la banque";
  const asked = "Terminée, une contestation est à l’étude auprès de la banque";

  it.each([
    ["a dispute", {}, contested, "won"],
    ["an inquiry, which holds no money", { inquiry: true }, asked, "warning_closed"],
  ])("keeps both accounts, and a deleted venue: %s", async (_, kind, state, decided) => {
    const { owner, id, photos, dispute } = await contestedLongAgo(kind);
    const shown = await photos();
    // Evidence was sent: the bank waits for nothing more of us.
    const answered = { $unset: { disputeDueBy: 1 } };
    for (const update of [{}, answered]) {
      await ReservationModel.updateOne({ _id: id }, update);
      expect([await close(buyer), await close(owner)]).toEqual(Array(2).fill("money_awaited"));
      expect((await obstacles(owner)).awaited).toMatchObject([{ state }]);
      await forgetDeletedVenues(now);
      expect(await photos()).toBe(shown);
    }
    await sandbox.control(`disputes/${dispute}`, { status: decided });
    await syncReservation(id);
    await forgetDeletedVenues(now);
    expect(await photos()).toBe(0);
    expect([await close(buyer), await close(owner)]).toEqual(["done", "done"]);
  });

  it("keeps them too once it is lost, for as long as that may be appealed", async () => {
    const { owner, id, photos, dispute } = await contestedLongAgo();
    const shown = await photos();
    for (const status of ["lost", "appeal_needs_response"]) {
      await sandbox.control(`disputes/${dispute}`, { status });
      await syncReservation(id);
    }
    expect((await obstacles(owner)).awaited).toMatchObject([
      { state: "Terminée, un appel est possible auprès de la banque" },
    ]);
    expect([await close(buyer), await close(owner)]).toEqual(Array(2).fill("money_awaited"));
    await forgetDeletedVenues(now);
    expect(await photos()).toBe(shown);
    await sandbox.control(`disputes/${dispute}`, { status: "lost" });
    await syncReservation(id);
    await forgetDeletedVenues(now);
    expect(await photos()).toBe(0);
    expect(await close(buyer)).toBe("done");
  });
});

describe("a dispute that was won on appeal", () => {
  it("keeps the owner, to whom their part is due, until the team has put it away", async () => {
    const { reservation, owner } = await confirmReservation(buyer);
    await ReservationModel.updateOne({ _id: reservation._id }, { $set: { status: "ended" } });
    await openCase("dispute_reinstated", {
      parties: reservation,
      paymentIntentId: reservation.paymentIntentId!,
      amount: 126_000,
      reason: "Litige gagné en appel",
    });
    expect((await obstacles(owner)).awaited).toMatchObject([
      { state: "Terminée, un paiement reste à régler" },
    ]);
    expect(await close(owner)).toBe("money_awaited");
    await putAway();
    expect(await close(owner)).toBe("done");
  });

  it("keeps nobody any more once it is closed", async () => {
    const { reservation, owner } = await confirmReservation(buyer);
    await ReservationModel.updateOne({ _id: reservation._id }, { $set: { status: "ended" } });
    const about = { reservation: reservation._id, paymentIntentId: "pi_1", since: now };
    await PaymentCaseModel.create({
      ...{ _id: "take_back_refused:pi_1", kind: "take_back_refused", amount: 1, reason: "x" },
      ...{ ...about, closedAt: now },
    });
    expect(await close(owner)).toBe("done");
  });
});

it("looks through what is over of somebody who has much of it, and keeps none of it in memory", async () => {
  const owner = await createOwner();
  const venue = await createVenue(owner);
  const reserved = { venue, buyer: await createUser(), startDate: "2025-09-01" } as const;
  await copiesOf(await createReservation({ ...reserved, status: "ended" }), 1_200);
  const { answer, most } = await heldAtOnce(() => obstacles(owner));
  expect(answer.isFree).toBe(true);
  expect(most).toBeLessThanOrEqual(500);
});
