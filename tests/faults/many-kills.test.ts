import { randomUUID } from "node:crypto";
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
import { addDays, addMinutes, todayInParis } from "~/platform/days";

/** Of each of web, worker and database: a few in every run of the suite, more in `npm run proof`. */
const KILLS = Number(process.env.KILLS ?? 3);
/** What people get done between two kills, at least: at first all are about to pay, later some cancel. */
const ACTS_BETWEEN = [3, 10, 20];
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
  await until("the site", isUp, 60_000);
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
const newcomer = () => until("a login", () => httpCustomer(stack.appUrl).catch(() => null), 60_000);

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
  if (venue === asking) {
    const answer = round % 4 === 1 ? "accepter" : "refuser";
    if (await isAsked(paid)) {
      await attempt("answer", () => owner.post(`/mes-locations/demandes/${paid}/${answer}`, {}));
    }
  }
  if (round % 5 < 3) {
    const seen = await cancellation(customer, paid);
    if (seen) {
      await attempt(seen.paid === "0" ? "giveUp" : "cancel", () =>
        customer.post(`/mes-demandes/${paid}/annuler`, seen),
      );
    }
  }
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

/** What the page of a cancellation says is paid and comes back; null when it did not come or there is nothing to cancel. */
async function cancellation(customer: HttpCustomer, id: string) {
  const page = await customer.get(`/mes-demandes/${id}/annuler`).catch(() => null);
  const shown = (name: string) =>
    new RegExp(`name="${name}" value="(\\d+)"`).exec(page?.text ?? "")?.[1];
  const [amount, paid] = [shown("amount"), shown("paid")];
  return amount === undefined || paid === undefined ? null : { amount, paid };
}

/** Whether the owner is asked within a few seconds: a kill may have taken the news of the payment along. */
async function isAsked(id: string): Promise<boolean> {
  const asked = () =>
    ReservationModel.exists({ _id: id, status: "pending" }).then(
      (found) => found !== null,
      () => false,
    );
  return await until("the owner's question", asked, 5_000).catch(() => false);
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
        await until("the next kill", () => Promise.resolve(isOver || acts() < most), 120_000);
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
        await until("people at work", () => Promise.resolve(acts() >= enough), 60_000);
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
