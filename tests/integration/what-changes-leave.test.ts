import { createPayableVenue, mailsLeft, payOnPage, sandbox } from "../support/payments";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { Slot } from "@models/enumerations";
import { VenueModel, type Venue } from "@models/venue";
import { cancellationToast, cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { charge, chargeHeld } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { addDays, addMinutes, type Day } from "~/platform/days";
import { askedBy, kindsOf } from "../support/asked-of-database";
import { askedOfStripe } from "../support/asked-of-stripe";
import { useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { leftBehind, named } from "../support/left-behind";
import { loggedIn, type Member } from "../support/members";
import { sent, shownAt } from "../support/sent";
import { besides } from "../support/shown";
import { day, now } from "../support/unchanging";

/**
 * What each step of other dates leaves behind, whole: stored, mailed, asked of Stripe and answered, at an instant that
 * never changes; then what its pages show meanwhile, to both sides. The snapshot is for people to read where it differs.
 */

useDatabase();

const DAY_LATER = addMinutes(now, 24 * 60 + 1);
let buyer: Member;
let owner: Member;
let venue: Venue;
let reservation: Reservation;
/** Days that no other reservation has. */
let first: Day = day(40);
/** Of the database, by all steps. */
const asked = new Set<string>();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  const made = await createPayableVenue({
    ...{ title: "L’Atelier", time: "Half", price: 20_000 },
    ...{ preparationBefore: 1, preparationAfter: 1 },
  });
  venue = made.venue;
  owner = await loggedIn(made.owner);
});
afterAll(() => {
  vi.useRealTimers();
});

const id = () => reservation._id.toString();

/** A confirmed reservation from one afternoon to the morning after the next. @param asks its owner's yes is asked from then on */
async function book({ asks = false } = {}): Promise<void> {
  first = addDays(first, 15);
  // Each a buyer's first: who gave something up waits before the next.
  buyer = await loggedIn(await createUser({ name: "Hugo", lastname: "Lambert" }));
  await VenueModel.updateOne({ _id: venue._id }, { needValidation: false });
  const made = await charge({
    ...{ venueId: venue._id.toString(), buyer: { id: buyer.id }, requestKey: `form-${first}` },
    ...{ startDate: first, endDate: addDays(first, 2), startSlot: "PM", endSlot: "AM" },
    ...{ paymentMethodId: "pm_card_visa", now },
  });
  await sandbox.settled();
  reservation = (await syncReservation(
    new URL(made.redirectUrl, "http://x").searchParams.get("demande")!,
    { now },
  ))!;
  await VenueModel.updateOne({ _id: venue._id }, { needValidation: asks });
  askedOfStripe();
}

/** Sentences that an act says beside what it leaves. */
let said: string[] = [];

/** What one step left; links that vouch for their holder are signed, and differ. */
function step(left: string): string {
  const lines = [...askedOfStripe(), ...said, left].join("\n");
  said = [];
  const plain = lines
    .replace(/(?<=\/)[\w-]{40,}(?=[/'\\])/g, "token")
    .replace(/\b[0-9a-f]{24}\b/g, "id");
  return named(plain, now);
}

async function heard<T>(act: () => Promise<T>): Promise<T> {
  const done = await askedBy(act, { changes: false });
  for (const one of done.asked) asked.add(one);
  return done.answer;
}

const sentBy = async (who: Member, path: string, form: Record<string, string> = {}) =>
  step(await heard(() => sent(who.visitor, path, { a: "", ...form }, now)));

const left = async (act: () => Promise<unknown>) => step(await heard(() => leftBehind(act, now)));

const stored = async () => (await ReservationModel.findById(id()).lean())!;
const held = async () => (await ReservationModel.findOne({ status: "hold" }).lean())!;

const shown = (who: Member, path: string) => heard(() => shownAt(who.visitor, path, now));

/** A page in one state, beside the same in another. */
async function shownBesides(who: Member, path: string, other: string): Promise<string> {
  return besides(await shown(who, path), other).join("\n");
}

const pageOf = (who: Member) =>
  who === buyer ? `/mes-demandes/${id()}` : `/mes-locations/demandes/${id()}`;

interface Wish {
  from: Day;
  to: Day;
  slots?: readonly [Slot, Slot];
}

const chosenBy = ({ from: start, to: end, slots: [startSlot, endSlot] = ["PM", "AM"] }: Wish) => ({
  ...{ start, end, startSlot, endSlot },
});

const offerPage = (wish: Wish) =>
  `/mes-demandes/${id()}/dates?${new URLSearchParams(chosenBy(wish)).toString()}`;

/** Asks for other dates, as the page's form sends them. */
async function ask(wish: Wish): Promise<string> {
  const page = await shown(buyer, offerPage(wish));
  const [, total = ""] = /name=total value=(\d+)/.exec(page) ?? [];
  return await sentBy(buyer, `/mes-demandes/${id()}/dates`, { ...chosenBy(wish), total });
}

/** All that was wanted so far is so long ago that nothing has to be waited for. */
async function longAgo(): Promise<void> {
  await ReservationModel.updateOne(
    { _id: id() },
    { "history.$[].at": addMinutes(now, -30 * 1_440) },
  );
}

/** Answers the other dates that wait, as the page's form sends it. */
async function answer(kind: "accepter" | "refuser", why = ""): Promise<string> {
  const asked = (await stored()).change?.at.toISOString() ?? "";
  return await sentBy(owner, `/mes-locations/demandes/${id()}/dates/${kind}`, { asked, why });
}

/** Pays what is held for dearer dates, and looks again once its transfer is there. */
async function pay(): Promise<string> {
  const { _id, total } = await held();
  return await left(async () => {
    await chargeHeld({
      ...{ reservationId: _id.toString(), venueId: venue._id.toString(), buyer },
      ...{ expectedTotal: total, paymentMethodId: "pm_card_visa", now },
    });
    await sandbox.settled();
    await syncReservation(_id.toString(), { now });
  });
}

async function cancel(of: Reservation): Promise<string> {
  return await left(async () => {
    const by = { role: "buyer", userId: buyer.id } as const;
    const after = await cancelReservation({ reservationId: of._id.toString(), by, now });
    said.push(await cancellationToast(after));
  });
}

it("as many half days, some of them the reservation's already", async () => {
  await book();
  const page = `/mes-demandes/${id()}/dates`;
  expect(await shown(buyer, page)).toMatchSnapshot("to choose");
  const wish = { from: addDays(first, 1), to: addDays(first, 3) };
  const chosen = await shown(buyer, page);
  expect(await shownBesides(buyer, offerPage(wish), chosen)).toMatchSnapshot("chosen");
  expect(await ask(wish)).toMatchSnapshot("changed");
  expect(await ask(wish)).toMatchSnapshot("asked for once more");
});

it("fewer half days, and more again", async () => {
  await book();
  const fewer = { from: first, to: addDays(first, 1) };
  expect(await ask(fewer)).toMatchSnapshot("fewer");
  const before = await shown(buyer, pageOf(buyer));
  const more = { from: first, to: addDays(first, 3) };
  expect(await ask(more)).toMatchSnapshot("more: held");
  expect(await ask(more)).toMatchSnapshot("the same, held already");
  expect(await shownBesides(buyer, pageOf(buyer), before)).toMatchSnapshot("page while held");
  expect(await shownBesides(buyer, offerPage(more), before)).toMatchSnapshot("offered while held");
  const { _id } = await held();
  const payment = `/reservation/${venue._id.toString()}/paiement?demande=${_id.toString()}`;
  expect(await shown(buyer, payment)).toMatchSnapshot("payment");
  const other = { from: first, to: addDays(first, 3), slots: ["PM", "PM"] } as const;
  expect(await ask(other)).toMatchSnapshot("others: held instead");
  expect(await pay()).toMatchSnapshot("paid");
  expect(await ask({ from: first, to: addDays(first, 2) })).toMatchSnapshot("fewer again");
  expect(await cancel(await stored())).toMatchSnapshot("cancelled");
});

it("more half days that are given up, or not paid in time", async () => {
  const more = () => ({ from: first, to: addDays(first, 3) });
  await book();
  await ask(more());
  const { _id } = await held();
  const payment = `/reservation/${venue._id.toString()}/paiement?demande=${_id.toString()}`;
  expect(await sentBy(buyer, payment, { intent: "abandon" })).toMatchSnapshot("given up");
  expect(await ask(more())).toMatchSnapshot("wanted again at once");
  await book();
  await ask(more());
  const late = addMinutes(now, 31);
  expect(await left(() => expireHolds(late))).toMatchSnapshot("not paid");
  await book();
  await ask(more());
  expect(await cancel(await stored())).toMatchSnapshot("cancelled with its reservation");
});

it("what the owner is asked for, and says no or nothing to", async () => {
  await book({ asks: true });
  const before = {
    buyer: await shown(buyer, pageOf(buyer)),
    owner: await shown(owner, pageOf(owner)),
  };
  const wish = { from: addDays(first, 4), to: addDays(first, 5) };
  expect(await ask(wish)).toMatchSnapshot("asked");
  expect(await shownBesides(buyer, pageOf(buyer), before.buyer)).toMatchSnapshot("buyer's page");
  expect(await shownBesides(owner, pageOf(owner), before.owner)).toMatchSnapshot("owner's page");
  const answers = `${pageOf(owner)}/dates`;
  expect(await shown(owner, `${answers}/accepter`)).toMatchSnapshot("to accept");
  expect(await shown(owner, `${answers}/refuser`)).toMatchSnapshot("to refuse");
  expect(await answer("refuser", "Un mariage")).toMatchSnapshot("refused");
  expect(await shown(owner, `${answers}/refuser`)).toMatchSnapshot("refused already");
  expect(await answer("refuser")).toMatchSnapshot("refused once more");
  await ask(wish);
  expect(await answer("refuser")).toMatchSnapshot("refused without a reason");
  await ask(wish);
  const giving = `${pageOf(buyer)}/dates/renoncer`;
  expect(await shown(buyer, giving)).toMatchSnapshot("to give up");
  expect(await sentBy(buyer, giving)).toMatchSnapshot("given up");
  expect(await sentBy(buyer, giving)).toMatchSnapshot("given up already");
  expect(await ask(wish)).toMatchSnapshot("asked for too often");
  await longAgo();
  await ask(wish);
  await mailsLeft();
  expect(await left(() => expireChanges(DAY_LATER))).toMatchSnapshot("unanswered");
  await longAgo();
  await ask(wish);
  expect(await cancel(await stored())).toMatchSnapshot("cancelled while it waits");
});

it("what the owner says yes to: as dear or less", async () => {
  await book({ asks: true });
  await ask({ from: addDays(first, 1), to: addDays(first, 2) });
  expect(await answer("accepter")).toMatchSnapshot("accepted");
  expect(await answer("accepter")).toMatchSnapshot("accepted once more");
});

it("dearer dates that the owner says yes to", async () => {
  await book({ asks: true });
  const before = {
    buyer: await shown(buyer, pageOf(buyer)),
    owner: await shown(owner, pageOf(owner)),
  };
  const more = { from: first, to: addDays(first, 3) };
  expect(await shown(buyer, offerPage(more))).toMatchSnapshot("offered");
  expect(await ask(more)).toMatchSnapshot("asked");
  const answers = `${pageOf(owner)}/dates/accepter`;
  expect(await shown(owner, answers)).toMatchSnapshot("to accept");
  expect(await answer("accepter")).toMatchSnapshot("accepted, to be paid");
  expect(await shownBesides(buyer, pageOf(buyer), before.buyer)).toMatchSnapshot("buyer's page");
  expect(await shownBesides(owner, pageOf(owner), before.owner)).toMatchSnapshot("owner's page");
  expect(await shown(buyer, offerPage(more))).toMatchSnapshot("agreed to");
  expect(await shown(owner, answers)).toMatchSnapshot("accepted already");
  expect(await left(() => expireHolds(DAY_LATER))).toMatchSnapshot("not paid in time");
  await ask(more);
  await answer("accepter");
  expect(await cancel(await held())).toMatchSnapshot("given up");
  await ask(more);
  await answer("accepter");
  const others = { from: first, to: addDays(first, 3), slots: ["PM", "PM"] } as const;
  expect(await ask(others)).toMatchSnapshot("others asked for instead");
  await answer("accepter");
  expect(await pay()).toMatchSnapshot("paid");
});

it("dearer dates that are paid for what is another reservation by then", async () => {
  await book({ asks: true });
  await ask({ from: first, to: addDays(first, 3) });
  await answer("accepter");
  const supplement = (await held())._id.toString();
  const page = await startPayment({ reservationId: supplement, buyerId: buyer.id, now });
  // By others, at Stripe.
  await ReservationModel.updateOne({ _id: reservation._id }, { refunded: 3_000 });
  await payOnPage(page);
  await sandbox.settled();
  const faults = { path: "/v1/refunds", method: "POST", times: 9 };
  await sandbox.control("faults", { ...faults, nextAnswer: "500" });
  const looking = () => syncReservation(supplement, { now }).catch(() => null);
  expect(await left(looking)).toMatchSnapshot();
  await sandbox.control("faults", { nextAnswer: "normal" });
});

it("all of them ask this of the database", () => {
  // The test's own looks at all that is stored.
  const kinds = kindsOf(asked).filter((kind) => !kind.endsWith(" filter {}"));
  expect(kinds).toMatchSnapshot();
});
