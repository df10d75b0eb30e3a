import { createPayableVenue, payOnPage, sandbox } from "../support/payments";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { RateLimitModel } from "@models/rate-limit";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { acceptRequest, refuseRequest } from "~/bookings/answer/answer-request.server";
import {
  cancellationToast,
  cancelReservation,
  keptDatesToast,
} from "~/bookings/cancel/cancel-reservation.server";
import { NextSteps } from "~/bookings/components/next-steps";
import { EarnedTable, MadeTable } from "~/bookings/components/payment-tables";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import { charge } from "~/bookings/payment/charge.server";
import { failedPage, paidPage } from "~/bookings/payment/payment-pages.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { endHold, OUT_OF_TIME } from "~/bookings/reserve/end-hold.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { accountPage } from "~/payments/account-page.server";
import { addDays, addMinutes, formatDay, todayInParis } from "~/platform/days";
import { forgetRefused, limit } from "~/platform/web/rate-limit.server";
import { loader as errorLoader } from "~/routes/reservation/$id/error";
import { action as paymentAction } from "~/routes/reservation/$id/paiement";
import { loader as successLoader } from "~/routes/reservation/$id/success";
import { useDatabase } from "../support/database";
import { createUser, createVenue } from "../support/fixtures";
import { Visitor } from "../support/visitor";

/** Nothing untrue about money: what is said of it is in the ledger, with the amount, for its buyer alone. */

useDatabase();

const now = new Date();
let venue: Venue;
let owner: User;
let buyer: User;

beforeAll(async () => {
  ({ owner } = await createPayableVenue());
});

// People and a place of its own for each test: nothing of it is seen by another.
beforeEach(async () => {
  venue = await createVenue(owner, { cancellationPolicy: "modérée" });
  buyer = await createUser();
});

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const buyerId = () => buyer._id.toString();
const asked = () => ({ buyerId: buyerId(), venueId: venue._id.toString(), now });

function stay() {
  const day = addDays(todayInParis(now), 4);
  return {
    ...{ venueId: venue._id.toString(), buyer: { id: buyerId() }, now },
    ...{ startDate: day, endDate: day, requestKey: "form" },
  };
}

async function held(): Promise<{ hold: Reservation; id: string }> {
  const hold = await reserve(stay());
  return { hold, id: hold._id.toString() };
}

/** One day at 480 €, 540 € with the fee, paid and settled at Stripe. */
async function paid(): Promise<string> {
  await charge({ ...stay(), paymentMethodId: "pm_card_visa" });
  await sandbox.settled();
  const id = (await ReservationModel.findOne({ userId: buyer._id }).lean())!._id.toString();
  await syncReservation(id, { now });
  return id;
}
const manual = () => VenueModel.updateOne({ _id: venue._id }, { $set: { needValidation: true } });
const cancel = (id: string) =>
  cancelReservation({ reservationId: id, by: { role: "buyer", userId: buyerId() }, now });
const mailOf = async (news: string, id: string, role: string) =>
  plain((await MailModel.findOne({ key: `reservation-${news}:${id}:${role}` }).lean())?.text ?? "");

/** What a page answers to someone: its status, or where it leads. */
async function visit(
  loader: typeof successLoader | typeof errorLoader,
  person: User | null,
  { id, demande }: { id: string; demande?: string },
) {
  const visitor = new Visitor();
  if (person) await visitor.context().session.start(person._id);
  const query = demande ? `?demande=${demande}` : "";
  const answer = await visitor
    .visit(loader, `/reservation/${id}/success${query}`, { params: { id } })
    .catch((thrown: unknown) => thrown as Response);
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

describe("the page after a payment", () => {
  test("taken: the amount, and the receipt where it is", async () => {
    const id = await paid();
    const page = await paidPage(id, asked());
    expect(page).toMatchObject({ title: "Paiement réussi\u00a0!", hasReceipt: true });
    expect(plain(page.money)).toBe("540,00 € ont été débités.");
    const shown = renderToStaticMarkup(createElement(NextSteps, { page }));
    expect(shown).toContain(`href="/mes-demandes/${id}/recu"`);
  });

  test("authorised: that nothing is debited, and no receipt", async () => {
    await manual();
    const page = await paidPage(await paid(), asked());
    expect(page).toMatchObject({ title: "Paiement autorisé", hasReceipt: false });
    expect(renderToStaticMarkup(createElement(NextSteps, { page }))).not.toContain("recu");
    expect(plain(page.money)).toBe(
      "540,00 € sont réservés sur votre carte, et ne sont pas débités pour le moment.",
    );
  });

  test("half refunded: half", async () => {
    const id = await paid();
    const toast = await cancellationToast(await cancel(id));
    expect(plain(toast)).toMatch(/^Paiement remboursé : votre réservation est annulée\. 270,00 € /);
    const page = await paidPage(id, asked());
    expect(page.title).toBe("Réservation annulée");
    expect(plain(page.money)).toMatch(/^270,00 € vous sont remboursés sur les 540,00 € débités\./);
  });

  test("over: the location, and no promise of a reminder", async () => {
    const id = await paid();
    await ReservationModel.updateOne({ _id: id }, { $set: { status: "ended" } });
    const page = renderToStaticMarkup(
      createElement(NextSteps, { page: await paidPage(id, asked()) }),
    );
    expect(page).toContain("La location est terminée.");
    expect(page).not.toContain("Un e-mail vous la rappelle");
  });

  test("a request that came to nothing: that it was one", async () => {
    await manual();
    const id = await paid();
    await cancel(id);
    const page = await paidPage(id, asked());
    expect(page).toMatchObject({ title: "Demande annulée", noun: "demande" });
  });

  test("not paid: that no debit is recorded", async () => {
    const { id } = await held();
    expect(await paidPage(id, asked())).toMatchObject({
      title: "Paiement en cours",
      money: "Aucun débit n’est enregistré.",
    });
    expect(await cancellationToast(await cancel(id))).toBe(
      "Votre demande est annulée. Aucun débit n’est enregistré.",
    );
  });
});

test("while Stripe does not answer both pages say that what became of the payment is not known", async () => {
  const { id } = await held();
  await startPayment({ reservationId: id, buyerId: buyerId(), now });
  await sandbox.control("faults", { nextAnswer: "500", times: 20 });
  const told =
    "L’état de ce paiement n’est pas encore vérifié\u00a0: rechargez la page dans quelques minutes. Aucun débit n’est enregistré.";
  try {
    expect((await paidPage(id, asked())).money).toBe(told);
    expect((await failedPage(id, asked()))?.money).toBe(told);
  } finally {
    await sandbox.control("faults", { nextAnswer: "normal" });
  }
});

describe("the page after a failure", () => {
  test("of a hold: the days held, and no debit recorded", async () => {
    const { id } = await held();
    const page = await failedPage(id, asked());
    expect(page?.money).toBe("Aucun débit n’est enregistré.");
    expect(page?.retryHref).toContain(`demande=${id}`);
    // And the days are kept for choosing anew, once they are not held any more.
    const { startDate, endDate } = (await ReservationModel.findById(id).lean())!;
    const days = `start=${startDate}&end=${endDate}`;
    expect(page?.venueHref).toContain(`/reservation/${venue._id.toString()}?${days}`);
  });

  test("of one that was paid, though nobody has heard of it: its own page", async () => {
    const { id: demande } = await held();
    await payOnPage(await startPayment({ reservationId: demande, buyerId: buyerId(), now }));
    const id = venue._id.toString();
    expect(await visit(errorLoader, buyer, { id, demande })).toMatchObject({
      status: 303,
      to: `/reservation/${id}/success?demande=${demande}`,
    });
    expect((await ReservationModel.findById(demande).lean())?.status).toBe("confirmed");
  });
});

/** How many requests Stripe has been sent. */
const asksOfStripe = async () =>
  Object.values((await sandbox.state()).calls).reduce((sum, calls) => sum + calls, 0);

describe("whoever reloads without end", () => {
  const loads = async (loader: typeof successLoader | typeof errorLoader, demande: string) => {
    const before = await asksOfStripe();
    const statuses = new Set<number>();
    for (let load = 0; load < 100; load += 1) {
      statuses.add((await visit(loader, buyer, { id: venue._id.toString(), demande })).status);
    }
    return { statuses: [...statuses], asks: (await asksOfStripe()) - before };
  };
  const opened = async () => {
    const { hold, id } = await held();
    await startPayment({ reservationId: id, buyerId: buyerId(), now });
    return { hold: (await ReservationModel.findById(hold._id).lean())!, id };
  };

  test.each([
    ["success", successLoader],
    ["error", errorLoader],
  ])("is shown the page of a hold, and Stripe is asked 60 times at most: %s", async (_, loader) => {
    const { id } = await opened();
    expect(await loads(loader, id)).toEqual({ statuses: [200], asks: 60 });
  });

  test("has Stripe asked nothing of a payment that was closed a while ago", async () => {
    const { hold, id } = await opened();
    expect(await endHold(hold, OUT_OF_TIME, now)).toBe("freed");
    expect((await loads(successLoader, id)).asks).toBe(60);
    const holdUntil = addMinutes(new Date(), -15);
    await ReservationModel.updateOne({ _id: id }, { $set: { holdUntil } });
    await RateLimitModel.deleteMany();
    forgetRefused();
    expect(await loads(successLoader, id)).toEqual({ statuses: [200], asks: 0 });
  });

  test("is told to wait when they press for the payment's page", async () => {
    const { id } = await opened();
    const visitor = new Visitor();
    await visitor.context().session.start(buyer._id);
    for (let tries = 0; tries < 60; tries += 1) await limit("payment_state", buyerId());
    const before = await asksOfStripe();
    const path = `/reservation/${venue._id.toString()}/paiement?demande=${id}`;
    const params = { id: venue._id.toString() };
    const form = { intent: "pay" };
    expect((await visitor.visit(paymentAction, path, { form, params })).status).toBe(429);
    expect(await asksOfStripe()).toBe(before);
  });

  test("is shown their account at Stripe as it was known last", async () => {
    const account = { id: owner._id.toString(), accountId: owner.accountId };
    const asks = async () => {
      await accountPage({ ...account, stripeStats: "active" }, new URLSearchParams("retour"));
      return await asksOfStripe();
    };
    const before = await asksOfStripe();
    for (let load = 0; load < 60; load += 1) await asks();
    const most = await asksOfStripe();
    expect(most).toBeGreaterThan(before);
    expect(await asks()).toBe(most);
  });
});

test.each([
  ["success", successLoader],
  ["error", errorLoader],
])("%s is there for the buyer alone, at the venue's own address", async (_, loader) => {
  const { id: demande } = await held();
  const id = venue._id.toString();
  expect((await visit(loader, buyer, { id, demande })).status).toBe(200);
  const strangers = [
    await visit(loader, await createUser(), { id, demande }),
    await visit(loader, owner, { id, demande }),
    await visit(loader, buyer, { id: "anything", demande }),
    await visit(loader, buyer, { id }),
    await visit(loader, buyer, { id, demande: "f".repeat(24) }),
    await visit(loader, null, { id: "anything" }),
    await visit(loader, null, { id, demande }),
  ];
  expect(strangers.map(({ status }) => status)).toEqual(Array(7).fill(404));
  expect(strangers.map(({ text }) => text).join()).not.toMatch(/débit|PDS-|réussi/);
});

describe("the lists of payments", () => {
  const FIRST = { made: 1, earned: 1 };
  const rows = async () => ({
    made: (await myPayments(buyerId(), FIRST)).made.rows[0],
    earned: (await myPayments(owner._id.toString(), FIRST)).earned.rows[0],
  });

  /** Where the receipts of the first rows are, of what was paid and of what was earned. */
  const receipts = ({ made, earned }: Awaited<ReturnType<typeof rows>>) => {
    const tables = [
      createElement(MadeTable, { payments: [made!] }),
      createElement(EarnedTable, { earnings: [earned!] }),
    ];
    return tables.map((table) => /href="([^"]*recu)"/.exec(renderToStaticMarkup(table))?.[1]);
  };

  test("paid: when, how much, with its receipt", async () => {
    const id = await paid();
    const { made, earned } = await rows();
    expect(receipts({ made, earned })).toEqual([
      `/mes-demandes/${id}/recu`,
      `/mes-locations/demandes/${id}/recu`,
    ]);
    expect(made).toMatchObject({ amount: 54_000, authorised: null });
    expect(made?.paidOn).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
    expect(earned?.paidOn).toBe(made?.paidOn);
  });

  test("called off: when the owner's part was taken back, partly or whole", async () => {
    const id = await paid();
    expect((await rows()).earned?.takenBackOn).toBeNull();
    await cancel(id);
    const day = formatDay(todayInParis(now));
    const { earned } = await rows();
    expect(earned).toMatchObject({ amount: 21_000, takenBackOn: day });
    const told = (amount: number) => {
      const earnings = [{ ...earned!, amount }];
      const table = renderToStaticMarkup(createElement(EarnedTable, { earnings }));
      return plain(table.replace(/<[^>]+>/g, " ")).replace(/ +/g, " ");
    };
    expect(told(21_000)).toContain(` le ${day} repris en partie le ${day} `);
    expect(told(0)).toContain(` le ${day} repris le ${day} `);
  });

  test("authorised, then dropped: neither paid nor a receipt", async () => {
    await manual();
    const reservationId = await paid();
    const unpaid = { amount: 0, authorised: 54_000, paidOn: null };
    const authorised = await rows();
    expect(authorised.made).toMatchObject({ ...unpaid, state: "Autorisé" });
    expect(receipts(authorised)).toEqual([undefined, undefined]);
    await refuseRequest({ reservationId, ownerId: owner._id.toString(), now });
    const { made, earned } = await rows();
    expect(made).toMatchObject({ ...unpaid, state: "Non débité" });
    expect(earned).toMatchObject({ amount: 0, paidOn: null });
    expect(receipts({ made, earned })).toEqual([undefined, undefined]);
  });

  test("of days that were never more than held: a row of who paid too late, none of the owner's", async () => {
    const reservationId = await paid();
    await ReservationModel.updateOne({ _id: reservationId }, { $set: { status: "dead" } });
    const { made, earned } = await rows();
    expect(made?.id).toBe(reservationId);
    expect(earned?.id).not.toBe(reservationId);
  });
});

test("of dearer dates that are given up: what the ledger has of their own payment", async () => {
  const { hold, id } = await held();
  const supplement = { ...hold, supplementTo: { reservation: hold._id } } as Reservation;
  const told = async (record: Reservation) => plain(await keptDatesToast(record));
  const kept = "Vous gardez les dates de votre réservation. Pour le supplément, ";
  expect(await told(supplement)).toBe(`${kept}aucun débit n’est enregistré.`);
  const chargeId = `ch_${id}`;
  const moved = { reservation: hold._id, buyer: buyer._id, owner: owner._id, at: now };
  const captured = { ...moved, type: "captured", amount: 9_000, stripeId: chargeId } as const;
  await LedgerEntryModel.create({ ...captured, _id: `captured:${chargeId}` });
  expect(await told(supplement)).toBe(`${kept}aucun débit n’est enregistré.`);
  expect(await told({ ...supplement, chargeId })).toBe(`${kept}90,00 € ont été débités.`);
  expect(await told({ ...supplement, chargeId, refunded: 9_000 })).toMatch(
    `${kept}les 90,00 € débités vous sont remboursés en totalité.`,
  );
});

describe("the mails", () => {
  test("of a cancellation tell the owner what they lose, and the buyer what comes back", async () => {
    const id = await paid();
    await cancel(id);
    expect(await mailOf("cancelled", id, "owner")).toContain(
      "Sur les 540,00 € payés, 270,00 € sont remboursés au client. 210,00 € sont repris sur votre part de 420,00 € : il vous reste 210,00 €.",
    );
    expect(await mailOf("cancelled", id, "buyer")).toContain(
      "270,00 € vous sont remboursés sur les 540,00 € débités.",
    );
  });

  test("of a request say what is authorised, then what was taken", async () => {
    await manual();
    const reservationId = await paid();
    expect(await mailOf("pending", reservationId, "buyer")).toContain(
      "540,00 € sont réservés sur votre carte, et ne sont pas débités pour le moment.",
    );
    await acceptRequest({ reservationId, ownerId: owner._id.toString(), now });
    expect(await mailOf("accepted", reservationId, "buyer")).toContain("540,00 € ont été débités.");
    expect(await mailOf("accepted", reservationId, "owner")).toContain(
      "Le client a payé 540,00 €. Votre part, 420,00 €, vous est versée.",
    );
  });
});
