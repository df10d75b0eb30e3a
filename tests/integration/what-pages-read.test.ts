import { inspect } from "node:util";
import { Types } from "mongoose";
import { beforeAll, describe, expect, it } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import type { Actor, ReservationState } from "@models/enumerations";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { WishModel } from "@models/wish";
import { profilePage } from "~/accounts/profile-page.server";
import { answerPage } from "~/bookings/answer/answer-page.server";
import { calendarsPage } from "~/bookings/calendars/calendars-page.server";
import { cancelPreview } from "~/bookings/cancel/cancel-preview.server";
import { changePage } from "~/bookings/change/change-page.server";
import { apiRequests } from "~/bookings/lists/api-requests.server";
import { bookingsOfYear } from "~/bookings/lists/bookings-of-year.server";
import { paymentsEarned, paymentsMade } from "~/bookings/lists/list-my-payments.server";
import { managedVenue } from "~/bookings/lists/managed-venue.server";
import { myRequestsPage } from "~/bookings/lists/my-requests-page.server";
import { ownersBookings } from "~/bookings/lists/owners-bookings.server";
import { profilePanels } from "~/bookings/lists/profile-panels.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { venueOccupation } from "~/bookings/lists/venue-occupation.server";
import { failedPage, requestPage } from "~/bookings/payment/payment-pages.server";
import { bookingPage, type BookingPage } from "~/bookings/reserve/booking-page.server";
import { leavePage, ownWishes, venueWishes } from "~/bookings/waiting/waiting-pages.server";
import { addDays, addMinutes, type Day } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { useDatabase } from "../support/database";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/**
 * Everything that a page about reservations is given, for a set of people, venues and reservations that never
 * changes, at an instant that never changes: what each reservation is to its two sides, in each of its states.
 * The snapshot is for people to read where it differs.
 */

useDatabase();

const now = new Date("2027-03-10T09:00:00Z");
const TODAY: Day = "2027-03-10";
const day = (days: number) => addDays(TODAY, days);
const ago = (days: number) => addMinutes(now, -days * 1_440);
const soon = addMinutes(now, 20);
const idOf = (number: number) => new Types.ObjectId(number.toString(16).padStart(24, "0"));

let buyer: User;
let owner: User;
let venue: Venue;
let halves: Venue;
const made = new Map<string, Reservation>();

type Movements = Partial<Record<LedgerType, number>>;

async function reservation(
  name: string,
  fields: Partial<Parameters<typeof createReservation>[0]>,
  movements: Movements = {},
): Promise<Reservation> {
  const number = made.size + 1;
  const createdAt = ago(30 - number);
  const { status = "confirmed" } = fields;
  const one = await createReservation({
    ...{ _id: idOf(100 + number), reference: `PDS-ESSAI${number}` },
    ...{ venue, buyer, status, startDate: day(10 * number), createdAt, requestKey: name },
    history: [{ state: status, at: createdAt, by: BY[status] ?? "buyer", why: "Essai" }],
    ...(Object.keys(movements).length > 0 && { chargeId: `ch_${number}` }),
    ...(movements.captured && { paidAt: ago(20) }),
    ...fields,
  });
  let minutes = 0;
  for (const [type, amount] of Object.entries(movements) as [LedgerType, number][]) {
    await LedgerEntryModel.create({
      ...{ _id: `${type}:${name}`, stripeId: `${type}_${name}`, type, amount },
      ...{ reservation: one._id, buyer: one.userId, owner: one.ownerId },
      at: addMinutes(createdAt, (minutes += 1)),
    });
  }
  made.set(name, one);
  return one;
}

/** Who brings a reservation into a state, where it is not its buyer. */
const BY: Partial<Record<ReservationState, Actor>> = {
  ...{ dead: "system", capturing: "owner", cancelling: "owner", ended: "system" },
};

/** What is said of a stay on a venue's page, beside what the page without one says. */
const ofStay = ({ chosen, problem, offer, isTaken, policyText }: BookingPage) => ({
  ...{ chosen, problem, offer, isTaken, policyText },
});

const PAID = { captured: 54_000, transferred: 54_000, fee: 12_000 };

beforeAll(async () => {
  buyer = await createUser({
    ...{ _id: idOf(1), tag: "hugo-lambert-1", name: "Hugo", lastname: "Lambert" },
    ...{ email: "hugo@exemple.fr", phone: "06 12 34 56 78", createdAt: ago(400) },
  });
  owner = await createOwner({
    ...{ _id: idOf(2), tag: "claire-besson-2", name: "Claire", lastname: "Besson" },
    ...{ email: "claire@exemple.fr", phone: "07 12 34 56 78", createdAt: ago(500) },
    accountId: "acct_claire",
  });
  const pictures = [1, 2, 3, 4, 5].map((place) => ({
    ...{ image: idOf(50 + place), alt: `Vue ${place}`, width: 1920, height: 1440 },
  }));
  venue = await createVenue(owner, {
    ...{ _id: idOf(3), title: "La Grange", arrival: "Par la cour, à gauche.", price: 48_000 },
    ...{ locationIMG: pictures, cancellationPolicy: "modérée", createdAt: ago(300) },
  });
  halves = await createVenue(owner, {
    ...{ _id: idOf(4), title: "L’Atelier", time: "Half", price: 12_000, needValidation: true },
    ...{ locationIMG: pictures, cancellationPolicy: "stricte", createdAt: ago(200) },
    ...{ preparationBefore: 1, minimumNotice: 2, longestStay: 4, closedWeekdays: ["dimanche"] },
  });
  await reservation("hold", { status: "hold", holdUntil: soon });
  await reservation("dead", { status: "dead", venue: halves });
  await reservation(
    "pending",
    { ...{ status: "pending", venue: halves, answerBy: addMinutes(now, 300) } },
    { authorised: 13_500 },
  );
  await reservation("capturing", { status: "capturing", venue: halves }, { authorised: 13_500 });
  await reservation("confirmed", {}, PAID);
  await reservation(
    "changing",
    {
      change: {
        ...{ startDate: day(61), endDate: day(62), startSlot: "AM", endSlot: "PM" },
        ...{ at: ago(0.1), until: addMinutes(now, 600) },
      },
    },
    PAID,
  );
  await reservation("granted", { grant: { refund: 10_000, why: "Geste", at: ago(1) } }, PAID);
  await reservation(
    "disputed",
    { disputeDueBy: addMinutes(now, 6_000) },
    { ...PAID, disputed: 54_000, dispute_withdrawn: 54_000 },
  );
  await reservation(
    "cancelling",
    {
      status: "cancelling",
      cancellation: { by: "owner", why: "Travaux", at: ago(0.01), refund: 54_000 },
    },
    PAID,
  );
  await reservation(
    "cancelled",
    {
      ...{ status: "cancelled", refunded: 27_000 },
      cancellation: { by: "buyer", why: "Changement de plan", at: ago(2), refund: 27_000 },
      history: [
        { state: "confirmed", at: ago(5), by: "buyer", why: "Payée" },
        { state: "cancelling", at: ago(2), by: "buyer", why: "Changement de plan" },
        { state: "cancelled", at: ago(2), by: "buyer", why: "Changement de plan" },
      ],
    },
    { ...PAID, refunded: 27_000, transfer_reversed: 21_000, fee_refunded: 6_000 },
  );
  await reservation(
    "refused",
    {
      ...{ status: "cancelled", venue: halves },
      cancellation: { by: "owner", why: "Déjà prêtée", at: ago(2), refund: 0 },
      history: [
        { state: "pending", at: ago(5), by: "buyer", why: "Demandée" },
        { state: "cancelling", at: ago(2), by: "owner", why: "Déjà prêtée" },
        { state: "cancelled", at: ago(2), by: "owner", why: "Déjà prêtée" },
      ],
    },
    { authorised: 13_500, released: 13_500 },
  );
  await reservation("under way", { startDate: day(-1), endDate: day(1) }, PAID);
  await reservation("just ended", { status: "ended", startDate: day(-5) }, PAID);
  await reservation("long ended", { status: "ended", startDate: day(-200) }, PAID);
  await reservation("hidden", { hiddenByBuyer: true, startDate: day(-90), status: "ended" }, PAID);
  await WishModel.create({
    ...{ _id: idOf(200), user: buyer._id, venue: halves._id, period: "Half", state: "waiting" },
    ...{ startDate: day(33), endDate: day(34), startSlot: "PM", endSlot: "AM" },
    ...{ lookAt: addMinutes(now, 60), createdAt: ago(1) },
  });
  // From before today to after it, and by a calendar that is imported.
  for (const days of [-1, 0, 1]) await takeSlots(halves, [day(days), "AM"], [day(days), "PM"]);
  await BookedSlotModel.create({
    ...{ _id: `${venue._id.toString()}:${day(3)}:AM`, venue: venue._id, day: day(3), slot: "AM" },
    block: idOf(201).toString(),
  });
  await CalendarImportModel.create({
    ...{ _id: idOf(201), venue: venue._id, owner: owner._id, url: "https://ailleurs.fr/a.ics" },
    ...{ name: "Ailleurs", createdAt: ago(3) },
  });
});

/** Tightly, so that people can read it: the same for the same facts. */
const told = (facts: object) =>
  inspect(facts, { depth: null, compact: 8, breakLength: 116, sorted: true, maxArrayLength: null });

/** The same without what `request` says of a reservation already. */
function onceOnly(facts: unknown, viewed: object): unknown {
  if (Array.isArray(facts)) return facts.map((one) => onceOnly(one, viewed));
  if (typeof facts !== "object" || facts === null || facts instanceof Date) return facts;
  const isView = "policyText" in facts && "reference" in facts;
  const left = Object.entries(facts).filter(
    ([name]) => !isView || name === "id" || !(name in viewed),
  );
  return Object.fromEntries(left.map(([name, value]) => [name, onceOnly(value, viewed)]));
}

/** What is there, or why there is nothing. */
async function read<T>(reading: Promise<T>): Promise<T | string> {
  return await reading.catch((error: unknown) => {
    if (error instanceof Refusal) return `refused: ${error.code}`;
    throw error;
  });
}

const buyerId = () => buyer._id.toString();
const ownerId = () => owner._id.toString();
const names = [
  ...["hold", "dead", "pending", "capturing", "confirmed", "changing", "granted", "disputed"],
  ...["cancelling", "cancelled", "refused", "under way", "just ended", "long ended", "hidden"],
];

describe.each(names)("%s", (name) => {
  const id = () => made.get(name)!._id.toString();

  it("is this to its buyer", async () => {
    const raw = { startDate: day(140), endDate: day(141) };
    const by = { role: "buyer", userId: buyerId() } as const;
    const request = await requestPage(id(), { buyerId: buyerId(), now });
    const pages = {
      page: await read(reservationPage(id(), { side: "buyer", userId: buyerId() }, now)),
      failed: await read(failedPage(id(), { buyerId: buyerId(), now })),
      cancelling: await read(cancelPreview(id(), by, now)),
      otherDates: await read(changePage(id(), { buyerId: buyerId(), raw, now })),
    };
    expect(told({ request, ...(onceOnly(pages, request) as object) })).toMatchSnapshot();
  });

  it("is this to its owner", async () => {
    const by = { role: "owner", userId: ownerId() } as const;
    const request = await requestPage(id(), { buyerId: buyerId(), now });
    const pages = {
      page: await read(reservationPage(id(), { side: "owner", userId: ownerId() }, now)),
      answer: await read(answerPage({ reservationId: id(), ownerId: ownerId(), now })),
      cancelling: await read(cancelPreview(id(), by, now)),
    };
    expect(told(onceOnly(pages, request) as object)).toMatchSnapshot();
  });
});

describe("the lists", () => {
  const brief = (pages: object) => told(onceOnly(pages, viewed) as object);
  let viewed: object;
  beforeAll(async () => {
    const id = made.get("confirmed")!._id.toString();
    viewed = await requestPage(id, { buyerId: buyerId(), now });
  });

  it("are these of the buyer", async () => {
    expect(
      brief({
        requests: await myRequestsPage(buyerId(), new URLSearchParams(), now),
        cancelled: await myRequestsPage(
          buyerId(),
          new URLSearchParams({ statut: "cancelled" }),
          now,
        ),
        searched: await myRequestsPage(buyerId(), new URLSearchParams({ q: "L’At" }), now),
        api: await apiRequests(buyerId(), now),
        payments: await paymentsMade(buyerId(), 1),
        panels: await profilePanels(buyerId(), new URLSearchParams(), now),
        profile: await profilePage(buyerId()),
        wishes: await ownWishes(buyerId(), now),
      }),
    ).toMatchSnapshot();
  });

  it("are these of the owner", async () => {
    const years = [];
    for await (const row of bookingsOfYear(ownerId(), "2027", now)) years.push(row);
    expect(
      brief({
        bookings: await ownersBookings(ownerId(), new URLSearchParams(), now),
        ofOneVenue: await ownersBookings(
          ownerId(),
          new URLSearchParams({ lieu: halves._id.toString() }),
          now,
        ),
        years,
        payments: await paymentsEarned(ownerId(), 1),
        panels: await profilePanels(ownerId(), new URLSearchParams({ mois: "2027-04" }), now),
        profile: await profilePage(ownerId()),
      }),
    ).toMatchSnapshot();
  });

  it("are these of each venue", async () => {
    for (const id of [venue, halves].map(({ _id }) => _id.toString())) {
      const raw = { startDate: day(33), endDate: day(34), startSlot: "PM", endSlot: "AM" };
      const asked = { viewerId: null, now };
      expect(
        brief({
          page: await bookingPage(id, {
            ...asked,
            raw: { startDate: undefined, endDate: undefined },
          }),
          chosen: ofStay(await bookingPage(id, { ...asked, raw })),
          taken: ofStay(
            await bookingPage(id, { ...asked, raw: { startDate: day(50), endDate: day(51) } }),
          ),
          month: await venueOccupation(id, "2027-04", now),
          managed: await managedVenue(ownerId(), id, now),
          calendars: await calendarsPage(ownerId(), id),
          wishes: await venueWishes(id, now),
          leaving: await read(leavePage(id, { userId: buyerId(), raw, now })),
        }),
      ).toMatchSnapshot();
    }
  });
});
