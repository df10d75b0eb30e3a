import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { expect, test, vi } from "vitest";

// Before the stack is started, so before anything is imported.
vi.hoisted(() => (process.env.TEST_JOBS_APART = "1"));
import {
  control,
  createOpenVenue,
  payable,
  stack,
  stripe,
  until,
  web,
} from "../support/running-stack";
import { expectSameBooks } from "../support/books";
import { createVenue } from "../support/fixtures";
import { httpCustomer, type Answer, type HttpCustomer } from "../support/http-customer";
import { expectSlotsToAgree } from "../support/slots-of-reservations";
import { cardFields, submit } from "../support/stripe-journeys";
import { ReservationModel } from "@models/reservation";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { isDatabaseOutage } from "~/platform/database-errors.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";

/** Of each of web, worker and database: a few in every run of the suite, more in `npm run proof`. */
const KILLS = Number(process.env.KILLS ?? 3);
/** What people get done between two kills, at least: at first all are about to pay, later some cancel. */
const ACTS_BETWEEN = [3, 10, 12];
/** What they get done beyond it before they wait for the kill. */
const ACTS_BEYOND = 3;
const CUSTOMERS = 12;
const TOTAL = 54_000;
const LATER_MINUTES = 6;

type Act = "reserve" | "pay" | "giveUp" | "cancel" | "answer";
const done: Record<Act, number> = { reserve: 0, pay: 0, giveUp: 0, cancel: 0, answer: 0 };
let day = 20;
/** A day that nobody else asks for. */
const nextDay = () => addDays(todayInParis(new Date()), (day += 1));

/** Does something while programs die; null when it was cut off or refused. */
async function attempt(act: Act, send: () => Promise<Answer>): Promise<Answer | null> {
  try {
    const answer = await send();
    if (answer.status === 200 || answer.status === 303) {
      done[act] += 1;
      return answer;
    }
  } catch (error) {
    // The connection was cut, or nobody answered.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
  // People try again once the site is back, not thousands of times meanwhile.
  await until("the site", isUp);
  return null;
}

const isUp = () =>
  fetch(`${stack.appUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const acts = () => Object.values(done).reduce((sum, count) => sum + count, 0);

interface Places {
  automatic: string;
  asking: string;
  owner: HttpCustomer;
}

/** Someone who has just logged in, once the site lets them. */
const newcomer = () => until("a login", () => httpCustomer(stack.appUrl).catch(() => null));

/**
 * One customer's round: pays in the page or on the hosted one, then it is cancelled, answered or kept.
 *
 * @returns whether they got as far as paying
 */
async function live(
  customer: HttpCustomer,
  { automatic, asking, owner }: Places,
  round: number,
): Promise<boolean> {
  const venue = round % 2 === 0 ? automatic : asking;
  const date = nextDay();
  const paid = round % 3 === 0 ? await onPage() : await inPage();
  if (!paid) return false;
  // Some change their minds at once: what is not known to be paid yet is given up.
  const isKnown = round % 7 !== 0 && (await isKnownToBePaid(customer, paid, venue));
  if (venue === asking && isKnown) {
    const answer = round % 4 === 1 ? "accepter" : "refuser";
    await attempt("answer", () => owner.post(`/mes-locations/demandes/${paid}/${answer}`, {}));
  }
  // A kill cuts what takes longest, so this is what it cuts most: people read the page and try again.
  if (round % 5 < 3 && !(await callOff(customer, paid))) await callOff(customer, paid);
  return true;

  async function inPage(): Promise<string | null> {
    const answer = await attempt("pay", () =>
      customer.postJson("/api/stripe/charge", {
        ...{ id: venue, startDate: date, endDate: date, amount: TOTAL },
        ...{ paymentMethodId: "pm_card_visa", requestKey: randomUUID() },
      }),
    );
    if (!answer) return null;
    return demandeOf((JSON.parse(answer.text) as { redirectUrl: string }).redirectUrl);
  }

  async function onPage(): Promise<string | null> {
    const fields = { start: date, end: date, requestKey: randomUUID() };
    const reserved = await attempt("reserve", () => customer.post(`/reservation/${venue}`, fields));
    const recap = reserved?.location;
    if (!recap?.includes("demande=")) return null;
    const page = await attempt("pay", () => customer.post(recap, { intent: "pay" }));
    if (page?.location?.includes("/pay/")) {
      await submit(page.location, cardFields("4242424242424242"));
    }
    return demandeOf(recap);
  }
}

/**
 * Reads the page of a cancellation and confirms what it says is paid and comes back.
 *
 * @returns whether it was done, or cannot be done any more
 */
async function callOff(customer: HttpCustomer, id: string): Promise<boolean> {
  const path = `/mes-demandes/${id}/annuler`;
  const page = await customer.get(path).catch(() => null);
  if (page?.status === 409) return true;
  const shown = (name: string) =>
    new RegExp(`name="${name}" value="(\\d+)"`).exec(page?.text ?? "")?.[1];
  const [amount, paid] = [shown("amount"), shown("paid")];
  if (amount === undefined || paid === undefined) return false;
  const act = paid === "0" ? "giveUp" : "cancel";
  return (await attempt(act, () => customer.post(path, { amount, paid }))) !== null;
}

/** Back from paying: whether the page that people return to, or else the news of it, tells of the payment in time. */
async function isKnownToBePaid(customer: HttpCustomer, id: string, venue: string) {
  // Cut off by a kill, the news of it comes by itself: Stripe tells it again some seconds later.
  await customer.get(`/reservation/${venue}/success?demande=${id}`).catch(() => null);
  const { MongoError } = mongoose.mongo;
  const { MongooseServerSelectionError } = mongoose.Error;
  const status = () =>
    ReservationModel.findById(id, "status").then(
      (reservation) => reservation?.status ?? "",
      (error: unknown) => {
        // Of what else a database that dies leaves: a socket's own error.
        const isDatabases = error instanceof MongoError || isDatabaseOutage(error);
        if (isDatabases || error instanceof MongooseServerSelectionError) return "";
        throw error;
      },
    );
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (["pending", "confirmed"].includes(await status())) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

const demandeOf = (path: string) => new URL(path, stack.appUrl).searchParams.get("demande");

test(
  `${KILLS} kills of each program while people reserve, pay, cancel and answer: every cent is in the ledger`,
  // A minute on a quiet machine; once more than four on a slow one with other tests. It only ends what hangs.
  { timeout: 180_000 + KILLS * 100_000 },
  async () => {
    const owner = await httpCustomer(stack.appUrl, await payable());
    const asking = await createVenue(owner.user, { needValidation: true });
    const automatic = await createOpenVenue();
    const places = { owner, asking: asking._id.toString(), automatic: automatic._id.toString() };
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, newcomer));
    let isOver = false;
    let most = ACTS_BEYOND;
    const living = customers.map(async (first, index) => {
      let customer = first;
      for (let round = index; !isOver; round += 1) {
        // Whom a kill left with something unpaid has to wait, as bounds are: somebody else comes.
        if (!(await live(customer, places, round))) customer = await newcomer();
        await until("the next kill", () => Promise.resolve(isOver || acts() < most));
      }
    });

    const programs = [
      { kill: () => web.kill(), start: () => web.start() },
      { kill: () => stack.worker!.kill(), start: () => stack.worker!.start() },
      { kill: () => stack.database.kill(), start: () => stack.database.restart() },
    ];
    // On until everything has been done at least once: few kills may miss the rarest.
    const isUndone = () => Object.values(done).includes(0);
    for (let kill = 0; kill < KILLS || isUndone(); kill += 1) {
      for (const program of programs) {
        const enough = acts() + ACTS_BETWEEN[kill % ACTS_BETWEEN.length]!;
        most = enough + ACTS_BEYOND;
        // Only ends what hangs.
        await until(
          `people at work, ${enough} acts; so far ${JSON.stringify(done)}`,
          () => Promise.resolve(acts() >= enough),
          180_000,
        );
        await program.kill();
        await program.start();
      }
    }
    isOver = true;
    await Promise.all(living);

    await control("settle");
    await reconcile(addMinutes(new Date(), LATER_MINUTES));
    expect(await expectSameBooks(stripe)).toBeGreaterThan(KILLS);
    const reservations = await expectSlotsToAgree();
    const between = reservations.filter(({ status }) =>
      ["capturing", "cancelling"].includes(status),
    );
    expect(between).toEqual([]);
    expect(await ReservationModel.countDocuments({ status: "confirmed" })).toBeGreaterThan(0);
  },
);
