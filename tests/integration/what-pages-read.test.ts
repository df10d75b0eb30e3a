import { inspect } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { profilePage } from "~/accounts/profile-page.server";
import { answerPage } from "~/bookings/answer/answer-page.server";
import { calendarsPage } from "~/bookings/calendars/calendars-page.server";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import { changePage } from "~/bookings/change/change-page.server";
import { apiRequests } from "~/bookings/lists/api-requests.server";
import { bookingsOfYear } from "~/bookings/lists/bookings-of-year.server";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import { managedVenue } from "~/bookings/lists/managed-venue.server";
import { myRequestsPage } from "~/bookings/lists/my-requests-page.server";
import { profilePanels } from "~/bookings/lists/profile-panels.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { failedPage, requestPage } from "~/bookings/payment/payment-pages.server";
import { bookingPage, type BookingPage } from "~/bookings/reserve/booking-page.server";
import { leavePage, ownWishes, venueWishes } from "~/bookings/waiting/waiting-pages.server";
import { Refusal } from "~/platform/refusal";
import { useDatabase } from "../support/database";
import { bookingsOfOwner } from "../support/reservations";
import { day, now, storeUnchanging } from "../support/unchanging";

/**
 * Everything that a page about reservations is given, for a set of people, venues and reservations that never
 * changes, at an instant that never changes: what each reservation is to its two sides, in each of its states.
 * The snapshot is for people to read where it differs.
 */

useDatabase();

let stored: Awaited<ReturnType<typeof storeUnchanging>>;
beforeAll(async () => {
  stored = await storeUnchanging();
});

/** What is said of a stay on a venue's page, beside what the page without one says. */
const ofStay = ({ chosen, problem, offer, isTaken, policyText }: BookingPage) => ({
  ...{ chosen, problem, offer, isTaken, policyText },
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

const buyerId = () => stored.buyer._id.toString();
const ownerId = () => stored.owner._id.toString();
const names = [
  ...["hold", "dead", "pending", "capturing", "confirmed", "changing", "granted", "disputed"],
  ...["cancelling", "cancelled", "refused", "under way", "just ended", "long ended", "hidden"],
];

describe.each(names)("%s", (name) => {
  const id = () => stored.made.get(name)!._id.toString();

  it("is this to its buyer", async () => {
    const raw = { startDate: day(140), endDate: day(141) };
    const by = { role: "buyer", userId: buyerId() } as const;
    const request = await requestPage(id(), { buyerId: buyerId(), now });
    const pages = {
      page: await read(reservationPage(id(), { side: "buyer", userId: buyerId() }, now)),
      failed: await read(failedPage(id(), { buyerId: buyerId(), now })),
      cancelling: await read(cancelPage(id(), by, now)),
      otherDates: await read(changePage(id(), { buyerId: buyerId(), raw, now })),
    };
    expect(told({ request, ...(onceOnly(pages, request) as object) })).toMatchSnapshot();
  });

  it("is this to its owner", async () => {
    const by = { role: "owner", userId: ownerId() } as const;
    const request = await requestPage(id(), { buyerId: buyerId(), now });
    const pages = {
      page: await read(reservationPage(id(), { side: "owner", userId: ownerId() }, now)),
      answer: await read(answerPage("accepter", { reservationId: id(), ownerId: ownerId(), now })),
      cancelling: await read(cancelPage(id(), by, now)),
    };
    expect(told(onceOnly(pages, request) as object)).toMatchSnapshot();
  });
});

describe("the lists", () => {
  const brief = (pages: object) => told(onceOnly(pages, viewed) as object);
  let viewed: object;
  beforeAll(async () => {
    const id = stored.made.get("confirmed")!._id.toString();
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
        api: (await apiRequests(buyerId(), 1, now)).locations,
        payments: (await myPayments(buyerId(), { made: 1, earned: 1 })).made,
        panels: await profilePanels(
          { id: buyerId(), stripeStats: undefined },
          new URLSearchParams(),
          now,
        ),
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
        bookings: await bookingsOfOwner(ownerId(), "", now),
        ofOneVenue: await bookingsOfOwner(ownerId(), `lieu=${stored.halves._id.toString()}`, now),
        years,
        payments: (await myPayments(ownerId(), { made: 1, earned: 1 })).earned,
        panels: await profilePanels(
          { id: ownerId(), stripeStats: "active" },
          new URLSearchParams({ mois: "2027-04" }),
          now,
        ),
        profile: await profilePage(ownerId()),
      }),
    ).toMatchSnapshot();
  });

  it("are these of each venue", async () => {
    for (const id of [stored.venue, stored.halves].map(({ _id }) => _id.toString())) {
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
          managed: await managedVenue({ id: ownerId(), stripeStats: "active" }, id, now),
          calendars: await calendarsPage(ownerId(), id, now),
          wishes: await venueWishes(id, now),
          leaving: await read(leavePage(id, { userId: buyerId(), raw, now })),
        }),
      ).toMatchSnapshot();
    }
  });
});
