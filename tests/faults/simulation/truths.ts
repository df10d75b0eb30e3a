import { trusted } from "mongoose";
import type Stripe from "stripe";
import { expect } from "vitest";
import type { DatesStep } from "@models/enumerations";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel, type Mail } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";
import { ReservationModel, type Reservation } from "@models/reservation";
import { WishModel } from "@models/wish";
import { refOf } from "~/bookings/record/payment-record.server";
import { readPayment } from "~/payments/read-payment.server";
import { sumOf } from "~/payments/snapshot";
import { paidInAll, paidParts, spread } from "~/rules/paid-parts";
import { booksOf, expectPapersOfBooks, expectSameBooks } from "../../support/books";
import { expectSlotsToAgree } from "../../support/slots-of-reservations";
import { expectWhole } from "../../support/told-alike";
import type { TestSandbox } from "../../support/stripe-sandbox";

/** What a person is told at the end of a request, one of them and once. */
const ENDINGS = ["refused", "unanswered", "cancelled", "voided", "capture_refused"];
const CONFIRMATIONS = ["confirmed", "accepted"];

/** A mail that was queued. */
type Told = Pick<Mail, "key" | "about">;

/** How long ago a mail may have been written that is only now to be seen: longer than a transaction takes. */
const COMMIT_MS = 20_000;

/**
 * Looks at a town after each step. What was told stays told, and payments stay as they are while nothing happens
 * at Stripe: neither is read again then, for a long run would spend most of its time on that.
 */
export class Witness {
  readonly #sandbox: TestSandbox;
  readonly #told = new Map<string, Told>();
  #toldUntil = 0;
  #payments = new Map<string, PaymentSeen>();
  #atStripe = "";

  constructor(sandbox: TestSandbox) {
    this.#sandbox = sandbox;
  }

  /**
   * What holds after every step, whatever is still on its way: no half day held twice, nothing confirmed
   * without its money, no payment of nobody's reservation, no news told twice or in part.
   *
   * @returns the reservations
   */
  async expectTruth(): Promise<Reservation[]> {
    const reservations = await expectSlotsToAgree();
    const payments = await this.#paymentsNow();
    const byId = new Map(
      reservations.map((reservation) => [reservation._id.toString(), reservation]),
    );
    const unpaid = reservations
      .filter(({ status }) => status === "confirmed" || status === "ended")
      .filter(
        (reservation) =>
          [reservation, ...supplementsOf(reservation, byId)]
            .map(({ paymentIntentId }) => payments.get(paymentIntentId ?? "")?.captured ?? 0)
            .reduce((sum, captured) => sum + captured, 0) !== paidInAll(reservation),
      );
    expect(unpaid, "confirmed without captured money").toEqual([]);
    const nobodys = [...payments.values()].filter(({ reservation }) => !byId.has(reservation));
    expect(nobodys, "payments of no reservation").toEqual([]);
    for (const mail of await this.#hear()) {
      if (mail.about !== undefined) expectWhole(mail, byId.get(mail.about));
    }
    const mails = [...this.#told.values()];
    expectMailsOnce(reservations, mails);
    expectDatesTold(reservations, mails);
    await expectOffersTold(reservations, mails);
    return reservations;
  }

  /**
   * What holds besides once jobs had their turns and every event has come or was asked for: the ledger is
   * Stripe's books to the cent, and no captured money is without a reservation that stands, has gone back as
   * the cancellation says, or is a person's case; and each movement has its numbered receipt or credit note.
   *
   * @returns how many movements of money there are
   */
  async expectSettledTruth(): Promise<number> {
    const reservations = await this.expectTruth();
    const { stripe } = this.#sandbox;
    const cases = new Set((await openCaseIds()).map(({ paymentIntentId }) => paymentIntentId));
    const disputed = new Set(
      (await stripe.disputes.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })).map(
        ({ payment_intent: intent }) => (typeof intent === "string" ? intent : (intent?.id ?? "")),
      ),
    );
    const byId = new Map(
      reservations.map((reservation) => [reservation._id.toString(), reservation]),
    );
    const stranded = [...this.#payments].filter(([id, { reservation, captured, refunded }]) => {
      if (captured === 0 || cases.has(id) || disputed.has(id)) return false;
      return captured - refunded !== dueToStay(byId.get(reservation)!, id, byId);
    });
    expect(stranded, "captured money that neither stands nor went back").toEqual([]);
    const between = reservations.filter(({ status }) => BETWEEN.includes(status));
    expect(between, "decisions whose payment is not made").toEqual([]);
    await expectPapersOfBooks();
    return await expectSameBooks(stripe);
  }

  /** Every payment at Stripe, by its id; whatever changes one leaves an event or an object there. */
  async #paymentsNow(): Promise<Map<string, PaymentSeen>> {
    const { objects } = await this.#sandbox.state();
    const atStripe = JSON.stringify(objects);
    if (atStripe !== this.#atStripe) this.#payments = await paymentsOf(this.#sandbox.stripe);
    this.#atStripe = atStripe;
    return this.#payments;
  }

  /** @returns mails that were not known yet */
  async #hear(): Promise<Mail[]> {
    const since = new Date(this.#toldUntil - COMMIT_MS);
    const until = Date.now();
    const mails = await MailModel.find({ createdAt: trusted({ $gte: since }) }).lean();
    const unheard = mails.filter(({ _id }) => !this.#told.has(_id.toString()));
    for (const { _id, key, about } of unheard) this.#told.set(_id.toString(), { key, about });
    this.#toldUntil = until;
    return unheard;
  }
}

/**
 * That each step in changing dates was told once to whom it concerns; and that nothing waits to be paid while a
 * wish waits for its answer, nor for what is called off.
 */
function expectDatesTold(reservations: readonly Reservation[], mails: readonly Told[]): void {
  const told = mails.map(({ key }) => key).filter((key) => key.startsWith("reservation-dates-"));
  const due = reservations.flatMap(({ _id, history }) =>
    history.flatMap(({ dates }, place) =>
      (dates ? TOLD[dates.step] : []).map(
        (role) => `reservation-dates-${dates!.step}:${_id.toString()}:${place + 1}:${role}`,
      ),
    ),
  );
  expect(told.sort(), "steps of dates told").toEqual(due.sort());
  const byId = new Map(reservations.map((one) => [one._id.toString(), one]));
  const both = reservations.filter(({ status, supplementTo, holdUntil, opening, createdAt }) => {
    const of = byId.get(supplementTo?.reservation.toString() ?? "");
    if (!of || status !== "hold" || opening || !holdUntil) return false;
    const isOver = of.status !== "confirmed" && of.status !== "ended";
    // Its time was ended with what called it off, or with the wish.
    return (isOver || of.change) && holdUntil > (of.change?.at ?? of.cancellation?.at ?? createdAt);
  });
  expect(both, "to be paid for what became another one").toEqual([]);
}

const BOTH = ["buyer", "owner"] as const;
const TOLD: Record<DatesStep, readonly string[]> = {
  ...{
    asked: BOTH,
    changed: BOTH,
    unanswered: BOTH,
    unpaid: BOTH,
    outdated: BOTH,
    unpayable: BOTH,
  },
  ...{ refused: ["buyer"], agreed: ["buyer"], withdrawn: ["owner"] },
};

/** That what the waiting list holds is one wish's, and that its person was told so once. */
async function expectOffersTold(
  reservations: readonly Reservation[],
  mails: readonly Told[],
): Promise<void> {
  const wishes = await WishModel.find({ reservation: trusted({ $exists: true }) }).lean();
  const told = mails.filter(({ key }) => key.startsWith("wish-offered:"));
  const lines = told.map(({ key, about }) => `${key} ${String(about)}`);
  const due = wishes.map(
    ({ _id, reservation }) => `wish-offered:${_id.toString()} ${String(reservation)}`,
  );
  expect(lines.sort(), "offers told").toEqual(due.sort());
  const offered = wishes
    .filter(({ state }) => state === "offered")
    .map(({ _id }) => _id.toString());
  const strays = reservations.filter(
    ({ status, offer }) => status === "hold" && offer && !offered.includes(offer.toString()),
  );
  expect(strays, "held for a wish that waits no more").toEqual([]);
}

const BETWEEN: readonly string[] = ["capturing", "cancelling"];

/** That of every reservation paid = owner + platform + refunded, in the ledger as at Stripe. */
export async function expectEachBalance(): Promise<void> {
  const entries = await LedgerEntryModel.find({ type: "captured" }).lean();
  const disputed = await LedgerEntryModel.distinct("reservation", { type: "disputed" });
  const skipped = new Set(disputed.map(String));
  const paid = new Map(entries.map(({ reservation }) => [reservation.toString(), reservation]));
  for (const [id, _id] of paid) {
    if (skipped.has(id)) continue;
    const { stripe, ledger } = await booksOf({ _id });
    expect(ledger, id).toEqual(stripe);
    expect(ledger.owner + ledger.platform + ledger.refunded, id).toBe(ledger.paid);
  }
}

/**
 * That each owner has their part of what stays paid, whatever went back and came again, and whoever took it; but
 * for what a bank has yet to decide, and what is a person's case. Each movement rounds for itself.
 */
export async function expectEachShare(): Promise<void> {
  const cases = new Set((await openCaseIds()).map(({ paymentIntentId }) => paymentIntentId));
  for (const record of await ReservationModel.find({
    chargeId: trusted({ $exists: true }),
  }).lean()) {
    const { charge, transfer, fee, intentId, ...payment } = await readPayment(refOf(record));
    if (!charge || !transfer || !fee || charge.captured === 0) continue;
    if (cases.has(intentId!) || payment.disputes.some(({ closed }) => !closed)) continue;
    const has = transfer.amount - sumOf(transfer.reversals) - (fee.amount - sumOf(fee.refunds));
    const stays = Math.max(0, charge.captured - payment.refunded);
    const due = ((transfer.amount - fee.amount) * stays) / charge.captured;
    const movements = transfer.reversals.length + fee.refunds.length;
    expect(Math.abs(has - due), `${intentId}: ${has} of ${due}`).toBeLessThanOrEqual(movements);
  }
}

interface PaymentSeen {
  reservation: string;
  captured: number;
  /** What went back, or is on its way. */
  refunded: number;
}

/** Every payment at Stripe, by its id. */
async function paymentsOf(stripe: Stripe): Promise<Map<string, PaymentSeen>> {
  const intents = await stripe.paymentIntents
    .list({ limit: 100, expand: ["data.latest_charge"] })
    .autoPagingToArray({ limit: 10_000 });
  return new Map(
    intents.map((intent) => {
      const charge = intent.latest_charge as Stripe.Charge | null;
      const captured = charge?.captured ? charge.amount_captured : 0;
      const refunded = charge?.amount_refunded ?? 0;
      return [intent.id, { reservation: intent.metadata.reservation ?? "", captured, refunded }];
    }),
  );
}

type ById = ReadonlyMap<string, Reservation>;

/** The records of what was paid beside a reservation's own payment. */
function supplementsOf({ supplements = [] }: Reservation, byId: ById): Reservation[] {
  return supplements.map(({ id }) => byId.get(id.toString())!);
}

/** How much of a payment stays taken. */
function dueToStay(record: Reservation, paymentIntentId: string, byId: ById): number {
  if (record.paymentIntentId !== paymentIntentId) return 0;
  const isSupplement = record.status === "joined";
  const reservation = isSupplement
    ? byId.get(record.supplementTo!.reservation.toString())!
    : record;
  const place = isSupplement
    ? 1 + reservation.supplements!.findIndex(({ id }) => id.equals(record._id))
    : 0;
  const paid = paidInAll(reservation);
  const goesBack =
    reservation.status === "confirmed" || reservation.status === "ended"
      ? paid - reservation.total
      : (reservation.cancellation?.refund ?? paid);
  // As if nothing had gone back yet: whichever payment it went back of by now, it is the same.
  const parts = paidParts(reservation).map((part) => ({ ...part, refunded: 0 }));
  return parts[place]!.total - spread(parts, goesBack)[place]!;
}

async function openCaseIds() {
  return await PaymentCaseModel.find({ closedAt: trusted({ $exists: false }) }).lean();
}

function expectMailsOnce(reservations: readonly Reservation[], mails: readonly Told[]): void {
  const told = new Map<string, string[]>();
  for (const { key } of mails) {
    const [, news, id, role] = /^reservation-(\w+):(\w+):(buyer)$/.exec(key) ?? [];
    if (id && news && role) told.set(id, [...(told.get(id) ?? []), news]);
  }
  for (const { _id, status, history } of reservations) {
    const news = told.get(_id.toString()) ?? [];
    const count = (of: readonly string[]) => news.filter((name) => of.includes(name)).length;
    const wasConfirmed = history.some(({ state }) => state === "confirmed");
    const wasPending = history.some(({ state }) => state === "pending");
    expect(
      {
        confirmations: count(CONFIRMATIONS),
        endings: count(ENDINGS),
        questions: count(["pending"]),
      },
      `what the buyer of ${_id.toString()} was told`,
    ).toEqual({
      confirmations: wasConfirmed ? 1 : 0,
      endings: status === "cancelled" ? 1 : 0,
      questions: wasPending ? 1 : 0,
    });
  }
}

/** What may become of other dates that an owner is asked about, of which a run is to reach all, given time. */
export const ANSWERS = ["yes, then paid", "yes, then unpaid", "no", "silence"] as const;
type AnswerReached = (typeof ANSWERS)[number];

/** How often each of them came about. */
export async function answersReached(): Promise<Record<AnswerReached, number>> {
  const reservations = await ReservationModel.find({}, { history: 1 }).lean();
  const steps = reservations.flatMap(({ history }) => history.map(({ dates }) => dates?.step));
  const count = (step: DatesStep) => steps.filter((name) => name === step).length;
  const paid = { status: "joined", "supplementTo.agreed": true } as const;
  return {
    "yes, then paid": await ReservationModel.countDocuments(paid),
    "yes, then unpaid": count("unpaid"),
    no: count("refused"),
    silence: count("unanswered"),
  };
}
