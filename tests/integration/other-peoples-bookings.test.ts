import "../support/payments";
import { beforeAll, describe, expect, test } from "vitest";
import { ReceiptModel } from "@models/receipt";
import { VenueModel } from "@models/venue";
import { changeDates } from "~/bookings/change/change-dates.server";
import { addDays } from "~/platform/days";
import { confirmReservation } from "../support/confirmed-reservation";
import { everythingStored, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { loggedIn, newMember, type Member } from "../support/members";
import { createReservation } from "../support/reservations";
import type { Handler } from "../support/visitor";

/** Each page, file and form of one reservation: its side's alone, also of those that are yet to be written. */

useDatabase();

const now = new Date();
/** What a request leaves behind whoever sends it: how often somebody asked. */
const OF_REQUESTS = ["ratelimits"];
const modules = import.meta.glob<{ loader?: Handler; action?: Handler }>(
  "../../app/routes/mes-{demandes,locations}/**/*.{ts,tsx}",
);
const paths = Object.keys(modules).filter((path) => path.includes("/$id/"));
let buyer: Member;
let owner: Member;
/** Nobody's of these, with a venue and a reservation of their own. */
let otherOwner: Member;
let otherBuyer: Member;
/** Of one reservation in each state that some page is for. */
let each: { id: string; answer: string; file: string }[];
let form: Record<string, string>;
let before: string[];

beforeAll(async () => {
  buyer = await newMember();
  const { reservation, venue, owner: user } = await confirmReservation(buyer.user, { now });
  owner = await loggedIn(user);
  const { startDate } = reservation;
  await VenueModel.updateOne({ _id: venue._id }, { needValidation: true });
  const raw = { startDate: addDays(startDate, 9), endDate: addDays(startDate, 11) };
  await changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer.id, raw, now },
  });
  const made = await Promise.all(
    (["pending", "confirmed", "ended"] as const).map((status, place) =>
      createReservation({
        ...{ venue, buyer: buyer.user, status, startDate: addDays(startDate, 20 + place) },
      }),
    ),
  );
  const receipt = await ReceiptModel.findOne({ reservation: reservation._id }).lean();
  const file = `${receipt!.number}.pdf`;
  each = [reservation, ...made].map(({ _id }) => ({
    ...{ id: _id.toString(), answer: "accepter", file },
  }));
  otherOwner = await loggedIn(await createOwner());
  otherBuyer = await newMember();
  const theirs = await createVenue(otherOwner.user);
  await createReservation({
    ...{ venue: theirs, buyer: otherBuyer.user, status: "confirmed", startDate },
  });
  const { startDate: start, endDate: end } = raw;
  // Complete, so that nothing but whose it is stands in its way.
  const text = "Une belle salle, claire et bien tenue.";
  form = {
    start,
    end,
    total: "162000",
    amount: "162000",
    paid: "162000",
    why: "Travaux",
    rating: "5",
    text,
  };
  before = await everythingStored(OF_REQUESTS);
});

async function answer({ visitor }: Member, handler: Handler, visit: object): Promise<number> {
  const response = await visitor.visit(handler, "/", visit).catch((refused: unknown) => {
    if (refused instanceof Response) return refused;
    throw refused;
  });
  return response.status;
}

describe.each(paths)("%s", (path) => {
  const isOwners = path.includes("/mes-locations/");

  test("is there for its side, and for nobody else", async () => {
    const { loader, action } = await modules[path]!();
    const [own, other] = isOwners ? [owner, buyer] : [buyer, owner];
    const there = [];
    for (const params of each) {
      if ((await answer(own, loader!, { params })) === 200) there.push(params);
    }
    expect(there).not.toEqual([]);
    const params = there[0]!;
    for (const member of [other, otherOwner, otherBuyer]) {
      expect(await answer(member, loader!, { params })).toBe(404);
      if (action) expect(await answer(member, action, { params, form })).toBe(404);
    }
  });
});

test("all of them were looked at, and nothing was written", async () => {
  expect(paths.length).toBeGreaterThanOrEqual(16);
  expect(await everythingStored(OF_REQUESTS)).toEqual(before);
});
