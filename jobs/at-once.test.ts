import { Types } from "mongoose";
import { afterEach, expect, it, vi } from "vitest";
import { CalendarImportModel } from "@models/calendar-import";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { syncDueCalendars } from "~/bookings/calendars/sync-calendar.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { settleCancelled } from "~/bookings/payment/settle-cancelled.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";

/**
 * How much of what is due a job works on at once: never more than Stripe, the database and a machine's memory are meant to
 * bear, never less (it would be late), and in the end all of it.
 */

/** What a job does for each: it is begun, others may begin too, it is done. */
const work = vi.hoisted(() => {
  const state = { now: 0, most: 0, done: 0 };
  const one = async () => {
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    // Whoever may begin has begun when this turn comes.
    await new Promise((resolve) => setImmediate(resolve));
    state.now -= 1;
    state.done += 1;
  };
  return { state, one };
});

vi.mock("@jobs/queue", () => ({ enqueue: () => Promise.resolve(true) }));
vi.mock("~/bookings/record/end-change.server", () => ({ endOverdueChange: work.one }));
vi.mock("~/bookings/reserve/end-hold.server", () => ({ OUT_OF_TIME: {}, endHold: work.one }));
vi.mock("~/bookings/reserve/unpaid-holds.server", () => ({
  forgetUnpaidHolds: () => Promise.resolve(),
}));
vi.mock("~/bookings/payment/handle-event.server", () => ({ handleEvent: work.one }));
vi.mock("~/platform/mail/mails-wait.server", () => ({ mailsWait: () => Promise.resolve(false) }));
vi.mock("~/bookings/payment/sync-reservation.server", () => ({
  syncReservation: work.one,
  finishTransition: work.one,
}));
vi.mock("~/payments/close-payment.server", () => ({ releasePayment: work.one }));
vi.mock("~/payments/missed-events.server", () => ({
  unhandledEvents: () => Promise.resolve(Array.from({ length: DUE }, (_, _id) => ({ _id }))),
  fetchMissedEvents: () => Promise.resolve([]),
  stuckEvents: () => Promise.resolve([]),
  postponeEvent: () => Promise.resolve(),
}));
vi.mock("~/platform/database.server", async (original) => ({
  ...(await original<object>()),
  inTransaction: async () => {
    await work.one();
    return { modifiedCount: 0 };
  },
}));

const DUE = 60;
const now = new Date("2026-06-01T10:00:00Z");

/** A query that finds these, whatever it is asked. */
const finds = (found: readonly object[]) => {
  const query = { sort: () => query, limit: () => query, lean: () => Promise.resolve(found) };
  return query as never;
};
const many = (field: object = {}) =>
  Array.from({ length: DUE }, () => ({ _id: new Types.ObjectId(), ...field }));

afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(work.state, { now: 0, most: 0, done: 0 });
});

const JOBS: [does: string, atOnce: number, of: number, job: () => Promise<unknown>][] = [
  ["ends holds", 8, DUE, () => reservations(expireHolds)],
  ["gives up changes", 8, DUE, () => reservations(expireChanges)],
  // One more: what is written before the last third.
  ["acts on events, then looks at reservations", 4, 3 * DUE + 1, () => reservations(reconcile)],
  ["releases what is called off, then settles it", 16, 2 * DUE, () => settleCancelled(paid(), now)],
  ["settles what is not to be released", 16, DUE, () => settleCancelled(many() as never, now)],
  ["looks at venues' waiting lists", 4, DUE, venues],
  ["reads calendars", 16, DUE, calendars],
  ["cancels fifty requests in a transaction", 2, 4, requests],
];

const paid = () => many({ status: "cancelling", paymentIntentId: "pi_1" }) as never;

async function reservations(job: (now: Date) => Promise<unknown>) {
  const asked = { history: [], change: { until: now } };
  vi.spyOn(ReservationModel, "find").mockImplementation(() => finds(many(asked)));
  vi.spyOn(MailModel, "find").mockImplementation(() => finds([]));
  vi.spyOn(ReservationModel, "updateMany").mockResolvedValue({} as never);
  await job(now);
}

/** One more than three transactions take. */
async function requests() {
  vi.spyOn(MailModel, "find").mockImplementation(() => finds([]));
  vi.spyOn(ReservationModel, "find")
    .mockImplementation(() => finds([]))
    .mockImplementationOnce(() => finds([...many(), ...many(), ...many().slice(DUE - 31)]));
  await expireRequests(now);
}

async function venues() {
  const wishes = many().map((wish) => ({ ...wish, venue: new Types.ObjectId() }));
  vi.spyOn(ReservationModel, "find").mockImplementation(() => finds([]));
  // None of them is offered yet, and none has failed for an hour.
  const waiting = ({ state, failingSince }: { state: string; failingSince?: object }) =>
    finds(state === "waiting" && !failingSince ? wishes : []);
  vi.spyOn(WishModel, "find").mockImplementation(waiting as never);
  vi.spyOn(VenueModel, "findById").mockImplementation(() => finds(null as never));
  await offerWishes(now);
}

async function calendars() {
  vi.spyOn(CalendarImportModel, "find").mockImplementation(() => finds(many({ failures: 0 })));
  // Each is another worker's, as soon as it is asked for.
  const claim = async () => {
    await work.one();
    return { modifiedCount: 0 };
  };
  vi.spyOn(CalendarImportModel, "updateOne").mockImplementation(claim as never);
  await syncDueCalendars(now);
}

it.each(JOBS)("%s, %i at once", async (_does, atOnce, all, job) => {
  await job();
  expect(work.state).toEqual({ now: 0, most: atOnce, done: all });
});
