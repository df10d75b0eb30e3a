import { createPayableVenue, mailsLeft, payOnPage, sandbox, stored } from "../support/payments";
import { beforeAll, describe, expect, test } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { acceptRequest, refuseRequest } from "~/bookings/answer/answer-request.server";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { extendAnswer } from "~/bookings/answer/extend-answer.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { grantRefund } from "~/bookings/cancel/grant-refund.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { TO_BUYER, TO_OWNER, type ReservationNews } from "~/bookings/mail/mail-contents.server";
import { charge, chargeHeld } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { finishTransition, syncReservation } from "~/bookings/payment/sync-reservation.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { viewOf } from "~/bookings/record/reservation-view.server";
import { endReservations } from "~/bookings/record/transition.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { TRANSITIONS, type Transition } from "~/rules/reservation-states";
import { askedBy, kindsOf } from "../support/asked-of-database";
import { askedOfStripe } from "../support/asked-of-stripe";
import { useDatabase } from "../support/database";
import { expectDaysTold } from "../support/days-told";
import { createUser } from "../support/fixtures";
import { leftBehind } from "../support/left-behind";
import {
  expectMailSays,
  expectMailsWhole,
  expectToldAlike,
  pagesAlike,
} from "../support/told-alike";

/** Each transition of the table of states: what it leaves and asks, what pages and mails say of it to both sides. */

useDatabase();

const now = new Date();
const DAY_LATER = addMinutes(now, 24 * 60 + 1);
const YEAR_LATER = addMinutes(now, 366 * 24 * 60);
let owner: User;
/** Its owner has to say yes; the other one's need not. */
let asking: Venue;
let open: Venue;
let buyer: User;
/** Days that no other scene has. */
let day = addDays(todayInParis(now), 30);

beforeAll(async () => {
  ({ venue: asking, owner } = await createPayableVenue({ needValidation: true }));
  ({ venue: open } = await createPayableVenue());
  // What the files before had asked, where they share the product with this one.
  askedOfStripe();
});

async function stay(venue: Venue) {
  // Each a buyer's first: nobody holds more than three unpaid.
  buyer = await createUser();
  day = addDays(day, 5);
  return {
    ...{ venueId: venue._id.toString(), buyer: { id: buyer._id.toString() }, now },
    ...{ startDate: day, endDate: addDays(day, 1), requestKey: "form" },
  };
}

async function paid(venue: Venue): Promise<Reservation> {
  await charge({ ...(await stay(venue)), paymentMethodId: "pm_card_visa" });
  await sandbox.settled();
  const { _id } = (await ReservationModel.findOne({ userId: buyer._id }).lean())!;
  return (await syncReservation(_id.toString(), { now }))!;
}
const request = () => paid(asking);
const confirmed = () => paid(open);
const held = async () => await reserve(await stay(open));

const id = ({ _id }: Reservation) => _id.toString();
const byOwner = (of: Reservation) => ({
  ...{ reservationId: id(of), ownerId: owner._id.toString(), now },
});
const cancel = (of: Reservation) =>
  cancelReservation({
    ...{ reservationId: id(of), by: { role: "buyer", userId: of.userId.toString() }, now },
  });

/** Two days more for what is confirmed: the record of what they cost, in `hold`. */
async function supplement(): Promise<Reservation> {
  const reservation = await confirmed();
  const { startDate, endDate } = reservation;
  const made = await changeDates({
    ...{ reservationId: id(reservation), buyerId: buyer._id.toString(), now },
    raw: { startDate, endDate: addDays(endDate, 2) },
  });
  return (made as { supplement: Reservation }).supplement;
}

async function grant(of: Reservation): Promise<void> {
  const granted = await inTransaction((session) =>
    grantRefund(
      { reservationId: id(of), amount: 10_000, decided: 0, why: "Chauffage en panne", now },
      session,
    ),
  );
  await finishTransition(granted, now);
}

interface Scene {
  /** Makes it happen; the record that it happens to. */
  make: () => Promise<Reservation>;
  /** What is told of it; null where nobody had heard of the hold, or of a step that shows on pages alone. */
  news: ReservationNews | "dates-changed" | null;
  /** Read at; now where absent. */
  at?: Date;
}

const SCENES: Record<string, Scene> = {
  "hold authorise": { news: "pending", make: request },
  "hold capture": { news: "confirmed", make: confirmed },
  "hold join": {
    news: "dates-changed",
    async make() {
      const record = await supplement();
      const { venueId, userId, total: expectedTotal } = record;
      const own = { venueId: venueId.toString(), buyer: { id: userId.toString() }, now };
      const terms = { reservationId: id(record), expectedTotal, paymentMethodId: "pm_card_visa" };
      await chargeHeld({ ...own, ...terms });
      // Its transfer is there a moment after the charge is.
      await sandbox.settled();
      await syncReservation(id(record), { now });
      return record;
    },
  },
  "hold void": {
    // Paid for what is another reservation by now: it is told that it comes back.
    news: "payment_returned",
    async make() {
      const record = await supplement();
      const page = await startPayment({
        ...{ reservationId: id(record), buyerId: record.userId.toString(), now },
      });
      await grant((await ReservationModel.findById(record.supplementTo!.reservation).lean())!);
      await payOnPage(page);
      await syncReservation(id(record), { now });
      return record;
    },
  },
  "hold expire": {
    news: null,
    async make() {
      const hold = await held();
      await expireHolds(addMinutes(now, 31));
      return hold;
    },
  },
  "hold abandon": {
    news: null,
    async make() {
      const hold = await held();
      await cancel(hold);
      return hold;
    },
  },
  "pending accept": { news: "accepted", make: async () => acceptRequest(byOwner(await request())) },
  "pending refuse": {
    news: "refused",
    make: async () => refuseRequest({ ...byOwner(await request()), why: "Travaux" }),
  },
  "pending timeOut": {
    news: "unanswered",
    at: DAY_LATER,
    async make() {
      const made = await request();
      await mailsLeft();
      await expireRequests(DAY_LATER);
      return made;
    },
  },
  "pending cancel": { news: "cancelled", make: async () => cancel(await request()) },
  "pending capture": {
    news: "accepted",
    async make() {
      const made = await request();
      await sandbox.stripe.paymentIntents.capture(made.paymentIntentId!);
      return (await syncReservation(id(made), { now }))!;
    },
  },
  "pending void": {
    news: "voided",
    async make() {
      const made = await request();
      await sandbox.stripe.paymentIntents.cancel(made.paymentIntentId!);
      return (await syncReservation(id(made), { now }))!;
    },
  },
  "capturing capture": {
    news: "accepted",
    make: async () => acceptRequest(byOwner(await request())),
  },
  "capturing void": {
    news: "capture_refused",
    async make() {
      const made = await request();
      const account = `accounts/${owner.accountId!}`;
      await sandbox.control(account, { state: "restricted" });
      const after = await acceptRequest(byOwner(made));
      await sandbox.control(account, { state: "active" });
      return after;
    },
  },
  "confirmed cancel": { news: "cancelled", make: async () => cancel(await confirmed()) },
  "confirmed end": {
    news: null,
    at: YEAR_LATER,
    async make() {
      const made = await confirmed();
      await endReservations(YEAR_LATER);
      return made;
    },
  },
  "cancelling settle": { news: "cancelled", make: async () => cancel(await confirmed()) },
};

/** Of the database, by all of them. */
const asked = new Set<string>();

const nameOf = ({ from, event }: Transition) => `${from} ${event}`;

/** Until when an answer is awaited: a day from when this runs, be it on the hour or in a night of 23 or 25 hours. */
const DEADLINE = /(?<=avant le )today(?:\+\d)? à \d+\s?h(?:\s\d\d)?/g;

describe("of each transition", () => {
  test("there is a scene", () => {
    expect(Object.keys(SCENES).sort()).toEqual(TRANSITIONS.map(nameOf).sort());
  });

  test.each(TRANSITIONS.map((transition) => [nameOf(transition), transition] as const))(
    "%s: both sides read the same reference, days, half days and sums",
    async (name, { from, to }) => {
      const { make, news, at = now } = SCENES[name]!;
      let made: Reservation | undefined;
      const doing = async () => {
        const making = async () => {
          const done = await askedBy(make, { changes: false });
          made = done.answer;
          for (const one of done.asked) asked.add(one);
        };
        // Each begins with days that are taken.
        expect(await expectDaysTold(making)).toBeGreaterThan(0);
      };
      // The words of mails are held by mail-contents.test.ts, for days that never change.
      const left = await leftBehind(doing, now, { without: ["text"], also: askedOfStripe });
      expect(left.replace(DEADLINE, "deadline")).toMatchSnapshot("left behind");
      const record = await stored(made!);
      const states = record.history.map(({ state }) => state).join(" ");
      expect(states).toContain(`${from} ${to}`);
      // Words that stay: people read them in the reservation's history.
      const words = record.history.map(({ state, by, why }) => `${state}, ${by}: ${why}`);
      expect(words).toMatchSnapshot();
      const of = record.supplementTo ? { _id: record.supplementTo.reservation } : record;
      if (to === "dead") await expectEnd(record, news);
      else if (news === null) await pagesAlike(of, at);
      else await expectToldAlike(of, `reservation-${news}`, { to: sidesOf(news), now: at });
    },
  );
});

/** Asked where the transfer was not there yet when the charge was: a moment decides. */
const OF_LATE_TRANSFERS = /status: "joined"|projection {supplements: 1}|q: {_id: "id", total: sum}/;

test("all of them ask this of the database", () => {
  const kinds = kindsOf(asked);
  expect(kinds.filter((kind) => !OF_LATE_TRANSFERS.test(kind))).toMatchSnapshot();
});

/** A hold that came to nothing has no page; whoever paid for it all the same is told, and nobody else. */
async function expectEnd(record: Reservation, news: Scene["news"]): Promise<void> {
  for (const [side, userId] of [
    ["buyer", record.userId.toString()],
    ["owner", record.ownerId.toString()],
  ] as const) {
    await expect(reservationPage(id(record), { side, userId }, now)).rejects.toThrow();
  }
  if (news) {
    const { periodText, supplementTo } = viewOf(record, now);
    const { id: known, reference } = supplementTo!;
    const said = { reference, periodText, sum: record.total };
    await expectMailSays(record, `reservation-${news}:`, "buyer", said);
    // Its own page and reference are nobody's: the reservation has them, and stands.
    const [mail] = await MailModel.find({ about: id(record) }).lean();
    expect(mail?.text).toContain(`/mes-demandes/${known}`);
    expect(mail?.text).toContain("Votre réservation reste comme elle est.");
    expect(mail?.text).not.toContain(record.reference);
    expect(mail?.text).not.toContain("Trouver un autre lieu");
  }
  expect(await MailModel.countDocuments({ about: id(record) })).toBe(news ? 1 : 0);
}

/** Whom it is news to: who refuses is not told so. */
const sidesOf = (news: NonNullable<Scene["news"]>) =>
  news === "dates-changed" || TO_OWNER[news] ? (["buyer", "owner"] as const) : (["buyer"] as const);

/** What is told without a transition. */
const BESIDES = {
  async granted() {
    const made = await confirmed();
    await grant(made);
    return made;
  },
  async extended() {
    const made = await request();
    await inTransaction((session) =>
      extendAnswer(
        { reservationId: id(made), hours: 24, seen: made.answerBy!.getTime(), now },
        session,
      ),
    );
    return made;
  },
} satisfies Partial<Record<ReservationNews, () => Promise<Reservation>>>;

test.each(Object.entries(BESIDES))("%s: both sides are told the same", async (news, make) => {
  await expectToldAlike(await make(), `reservation-${news}`, { now });
});

test("no mail is without venue, days, half days, sums and reference", expectMailsWhole);

test("no news is without a scene", () => {
  const told = [...Object.values(SCENES).map(({ news }) => news), ...Object.keys(BESIDES)];
  // Of disputes money-back.test.ts tells: the buyer knows, who began it.
  const disputes = ["contested", "contest_won", "charged_back"];
  // It tells there as well of what is given back later than was told.
  const later = ["refunded"];
  const untold = Object.keys({ ...TO_BUYER, ...TO_OWNER }).filter(
    (news) => ![...told, ...disputes, ...later].includes(news),
  );
  expect(untold).toEqual([]);
});
