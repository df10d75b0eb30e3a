import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { stack, web, createOpenVenue, unexpectedErrors, until } from "../support/running-stack";
import { httpCustomer, type Answer, type HttpCustomer } from "../support/http-customer";
import { expectSlotsToAgree } from "../support/slots-of-reservations";
import type { Venue } from "@models/venue";
import { quote } from "~/rules/price";
import { addDays, daysBetween, todayInParis, type Day } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";

const CUSTOMERS = 10;
/** Of each customer; below what the limit on bookings allows, with room for repetitions. */
const BOOKINGS = 12;
/** The database dies each time so many of all bookings have been answered. */
const KILLS_AT = [15, 45, 75];
/** Within so long after the last restart everything works as before. */
const RECOVERY_MS = 10_000;

/**
 * What customers are told: it worked, someone was faster, or to try again: in a moment, when a payment
 * that was being opened is over, or once they have paid what they have.
 */
const EXPECTED = new Map([
  [303, []],
  [200, []],
  [409, [refusalMessage("days_taken")]],
  [429, ["Vous avez déjà 3 demandes qui ne sont pas payées."]],
  [503, [refusalMessage("unavailable"), "Le service de paiement tarde à répondre."]],
]);

interface Booking {
  venue: Venue;
  start: Day;
  end: Day;
  /** In the page with a card, instead of by the form. */
  isCharge: boolean;
}

/**
 * A customer's n-th booking. Each round has a venue and four days of its own, on which customers get in
 * each other's way and nobody in their own. Most are paid: nobody holds much without.
 */
function bookingOf(venues: readonly Venue[], customer: number, n: number): Booking {
  const first = addDays(todayInParis(new Date()), 20 + 4 * n + (customer % 3));
  return {
    venue: venues[n]!,
    start: first,
    end: addDays(first, customer % 2),
    isCharge: n % 6 !== customer % 6,
  };
}

async function book(
  customer: HttpCustomer,
  { venue, start, end, isCharge }: Booking,
  requestKey: string,
): Promise<Answer> {
  const id = venue._id.toString();
  if (!isCharge) return await customer.post(`/reservation/${id}`, { start, end, requestKey });
  const units = daysBetween(start, end) + 1;
  return await customer.postJson("/api/stripe/charge", {
    id,
    startDate: start,
    endDate: end,
    requestKey,
    amount: quote({ period: venue.time, unitPrice: venue.price, units }).total,
    paymentMethodId: "pm_card_visa",
  });
}

function isUnexpected({ status, text }: Answer): boolean {
  const sentences = EXPECTED.get(status);
  if (!sentences) return true;
  return sentences.length > 0 && !sentences.some((sentence) => text.includes(sentence));
}

/** What an answer says to whoever reads it: a page's main part as text, a program's answer whole. */
function told({ status, text }: Answer): string {
  const [, main = text] = /<main[^>]*>(.*?)<\/main>/s.exec(text) ?? [];
  return `${status}: ${main
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()}`;
}

/** The reservation that an answer says was made; null when it says that none was. */
function acknowledged({ status, location, text }: Answer): string | null {
  const target =
    status === 303
      ? location
      : status === 200
        ? (JSON.parse(text) as { redirectUrl: string }).redirectUrl
        : null;
  return target === null ? null : new URL(target, stack.appUrl).searchParams.get("demande");
}

test("the database killed three times under bookings: none that was acknowledged is lost, none is half done", async () => {
  const venues: Venue[] = [];
  while (venues.length <= BOOKINGS) venues.push(await createOpenVenue());
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, () => httpCustomer(stack.appUrl)),
  );
  const pid = web.pid;
  const answers: Answer[] = [];
  const made: { id: string; customer: string }[] = [];

  /** Presses again after a 503, as the page says, until there is an answer or nothing to be had. */
  const bookAll = async (customer: HttpCustomer, index: number) => {
    for (let n = 0; n < BOOKINGS; n += 1) {
      const booking = bookingOf(venues, index, n);
      const requestKey = randomUUID();
      let answer: Answer;
      let presses = 0;
      do {
        answer = await book(customer, booking, requestKey);
        answers.push(answer);
        presses += 1;
      } while (answer.status === 503 && presses < 3);
      const id = acknowledged(answer);
      if (id) made.push({ id, customer: customer.id });
    }
  };
  const killing = (async () => {
    for (const count of KILLS_AT) {
      await until(`${count} answers`, async () => answers.length >= count);
      await stack.database.kill();
      await stack.database.restart();
    }
  })();
  await Promise.all([killing, ...customers.map(bookAll)]);

  const restartedAt = Date.now();
  const newcomer = await httpCustomer(stack.appUrl);
  const last = { ...bookingOf(venues, 0, BOOKINGS), isCharge: true };
  await until("a booking after it all", async () => {
    const answer = await book(newcomer, last, randomUUID());
    answers.push(answer);
    return acknowledged(answer);
  });
  expect(Date.now() - restartedAt).toBeLessThan(RECOVERY_MS);
  expect(web.pid).toBe(pid);

  expect(await unexpectedErrors()).toEqual([]);
  expect(answers.filter(isUnexpected).map(told)).toEqual([]);

  const reservations = await expectSlotsToAgree();
  const stored = new Map(reservations.map(({ _id, ...rest }) => [_id.toString(), rest]));
  expect(made.length).toBeGreaterThan(BOOKINGS);
  for (const { id, customer } of made) {
    expect(stored.get(id)?.userId.toString()).toBe(customer);
    expect(["hold", "confirmed"]).toContain(stored.get(id)?.status);
  }
});
