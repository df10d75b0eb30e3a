import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import { ACTORS, type Actor, type ReservationState } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { addMinutes } from "~/platform/days";
import {
  decidedByCancelling,
  gaveNothing,
  givenBackBy,
  previewCancellation,
  refundDecided,
  refundOwed,
  wasCalledOffBy,
} from "./cancellation";

/** Seven days before the first day, at noon in Paris. */
const NOW = new Date("2027-06-04T10:00:00Z");
const TOTAL = 54_000;

/** A reservation of one day, paid an hour ago unless told otherwise. */
function reservation(status: ReservationState, changes: Partial<Reservation> = {}): Reservation {
  const id = new Types.ObjectId();
  return {
    _id: id,
    reference: "PDS-7K2F9Q",
    venueId: id,
    userId: id,
    ownerId: id,
    accountId: "acct_1",
    venueTitle: "La Grange",
    startDate: "2027-06-11",
    endDate: "2027-06-11",
    period: "Day",
    policy: "modérée",
    total: TOTAL,
    refunded: 0,
    status,
    paidAt: addMinutes(NOW, -60),
    history: [],
    ...changes,
  } as Reservation;
}

describe("previewCancellation", () => {
  it("of a hold: nothing to give back, and it is the buyer's alone", () => {
    const hold = reservation("hold", { paidAt: undefined, holdUntil: addMinutes(NOW, 10) });
    expect(previewCancellation(hold, "buyer", NOW)).toEqual({
      kind: "nothing",
      amount: 0,
      paid: 0,
      alreadyBack: 0,
    });
    for (const by of ACTORS.filter((actor) => actor !== "buyer")) {
      expect(previewCancellation(hold, by, NOW), by).toBeNull();
    }
  });

  it("of a hold past its time: there is nothing to cancel any more", () => {
    const over = reservation("hold", { paidAt: undefined, holdUntil: addMinutes(NOW, -1) });
    expect(previewCancellation(over, "buyer", NOW)).toBeNull();
  });

  it("of a request that waits for its answer: the amount on the card is set free", () => {
    const asked = reservation("pending", { paidAt: undefined, answerBy: addMinutes(NOW, 60) });
    expect(previewCancellation(asked, "buyer", NOW)).toEqual({
      kind: "release",
      amount: TOTAL,
      paid: 0,
      alreadyBack: 0,
    });
  });

  it.each([
    ["2027-06-04", 7, TOTAL],
    ["2027-06-05", 6, TOTAL / 2],
    ["2027-06-10", 1, 0],
  ])("on %s, %i days before, the buyer gets back what the policy says", (day, _before, amount) => {
    const now = new Date(`${day}T10:00:00Z`);
    expect(previewCancellation(reservation("confirmed"), "buyer", now)).toEqual({
      kind: "refund",
      amount,
      paid: TOTAL,
      alreadyBack: 0,
    });
  });

  it("by the owner the day before: all of it", () => {
    const eve = new Date("2027-06-10T10:00:00Z");
    expect(previewCancellation(reservation("confirmed"), "owner", eve)?.amount).toBe(TOTAL);
  });

  it("never gives back again what was given back already", () => {
    const half = reservation("confirmed", { refunded: TOTAL / 2 });
    expect(previewCancellation(half, "owner", NOW)).toEqual({
      kind: "refund",
      amount: TOTAL / 2,
      paid: TOTAL,
      alreadyBack: TOTAL / 2,
    });
  });

  it("counts the days in Paris, not those of the clock", () => {
    // Half past midnight on the 5th in Paris, still the 4th in UTC: six days are left.
    const night = new Date("2027-06-04T22:30:00Z");
    expect(previewCancellation(reservation("confirmed"), "buyer", night)?.amount).toBe(TOTAL / 2);
  });

  it.each(["capturing", "cancelling", "cancelled", "dead", "ended"] as const)(
    "nobody cancels what is %s",
    (status) => {
      for (const by of ACTORS) {
        expect(previewCancellation(reservation(status), by, NOW), by).toBeNull();
      }
    },
  );

  it("nobody cancels what is over, noticed by a job or not", () => {
    const after = new Date("2027-06-12T10:00:00Z");
    for (const by of ACTORS) {
      expect(previewCancellation(reservation("confirmed"), by, after), by).toBeNull();
    }
  });

  it("after a change of dates: of the new price, whether the difference is back already or not", () => {
    const lowered = { charged: { total: 2 * TOTAL, platformShare: 24_000 } };
    for (const refunded of [0, TOTAL]) {
      expect(
        previewCancellation(reservation("confirmed", { ...lowered, refunded }), "buyer", NOW),
      ).toEqual({ kind: "refund", amount: TOTAL, paid: TOTAL, alreadyBack: 0 });
    }
    const more = reservation("confirmed", { ...lowered, refunded: TOTAL + 4_000 });
    expect(previewCancellation(more, "buyer", NOW)).toMatchObject({
      amount: TOTAL - 4_000,
      alreadyBack: 4_000,
    });
  });
});

describe("what the platform grants beyond the policy", () => {
  const grant = { refund: 10_000, why: "Geste", at: NOW };

  it("counts as given back while it is on its way, and never twice", () => {
    expect(givenBackBy(reservation("confirmed", { grant }))).toBe(10_000);
    expect(givenBackBy(reservation("confirmed", { refunded: 12_000, grant }))).toBe(12_000);
    const confirmed = reservation("confirmed", { grant });
    expect(previewCancellation(confirmed, "owner", NOW)?.amount).toBe(TOTAL - 10_000);
    const all = reservation("confirmed", { grant: { ...grant, refund: TOTAL } });
    expect(previewCancellation(all, "buyer", NOW)).toMatchObject({ amount: 0, alreadyBack: TOTAL });
  });

  it("has of banks what they still have, where nobody had decided to give that", () => {
    // 30 000 of theirs beside 20 000 that were decided, and 5 000 granted.
    const beside = { ...grant, refund: 35_000, byBanks: 30_000, banksAlone: 10_000 };
    const decidedWith = (chargedBack: number) =>
      refundDecided(
        reservation("confirmed", { grant: beside, refunded: chargedBack, chargedBack }),
      );
    expect([40_000, 30_000, 25_000, 20_000, 0].map(decidedWith)).toEqual([
      ...[35_000, 35_000, 30_000, 25_000, 25_000],
    ]);
    expect(refundDecided(reservation("confirmed", { grant: beside }), 30_000)).toBe(35_000);
  });

  it("never lowers what a cancellation decided", () => {
    expect(refundDecided(reservation("confirmed"))).toBe(0);
    expect(refundDecided(reservation("confirmed", { grant }))).toBe(10_000);
    expect(refundDecided(reservation("cancelled", { grant }))).toBe(TOTAL);
    // A payment that turns up for days that were given up goes back whole.
    expect(refundDecided(reservation("dead"))).toBe(TOTAL);
    const half = { by: "buyer", why: "", at: NOW, refund: 5_000 } as const;
    expect(refundDecided(reservation("cancelled", { cancellation: half, grant }))).toBe(10_000);
    expect(refundDecided(reservation("cancelling", { cancellation: half }))).toBe(5_000);
  });
});

describe("whether a cancellation gave anything itself", () => {
  const lowered = { charged: { total: TOTAL + 10_000, platformShare: 24_000 }, refunded: 10_000 };
  const at = (day: string, refund: number, more: Partial<Reservation> = {}) =>
    reservation("cancelled", {
      cancellation: { by: "buyer", why: "", at: new Date(`${day}T10:00:00Z`), refund },
      ...more,
    });

  it("not past the policy's days, whatever went back before", () => {
    expect(gaveNothing(at("2027-06-10", 0))).toBe(true);
    expect(gaveNothing(at("2027-06-10", 10_000, lowered))).toBe(true);
    expect(gaveNothing(at("2027-06-05", 10_000 + TOTAL / 2, lowered))).toBe(false);
    expect(gaveNothing(at("2027-06-04", TOTAL))).toBe(false);
  });

  it("not where more was back than the policy gives", () => {
    expect(gaveNothing(at("2027-06-05", TOTAL / 2 + 1))).toBe(true);
    const grant = { refund: TOTAL / 2, at: addMinutes(NOW, -30) } as Reservation["grant"];
    expect(gaveNothing(at("2027-06-05", TOTAL / 2, { grant }))).toBe(true);
    // What is less than the policy gives leaves it something to give.
    const little = { refund: 1_000, at: addMinutes(NOW, -30) } as Reservation["grant"];
    expect(gaveNothing(at("2027-06-05", TOTAL / 2, { grant: little }))).toBe(false);
    // What is granted with the cancellation itself is its own.
    const together = { refund: TOTAL / 2, at: new Date("2027-06-05T10:00:00Z") };
    const given = { grant: together as Reservation["grant"] };
    expect(gaveNothing(at("2027-06-05", TOTAL / 2, given))).toBe(false);
    expect(gaveNothing(at("2027-06-05", TOTAL / 2))).toBe(false);
  });

  it("not where their bank has all that it would give, until it gives that back", () => {
    const ofBank = { refunded: TOTAL, chargedBack: TOTAL };
    expect(gaveNothing(at("2027-06-05", TOTAL / 2, ofBank))).toBe(true);
    expect(gaveNothing(at("2027-06-05", TOTAL / 2, { refunded: TOTAL / 2 }))).toBe(false);
    const after = { refunded: TOTAL, chargedBack: TOTAL / 2 };
    expect(gaveNothing(at("2027-06-05", TOTAL / 2, after))).toBe(false);
  });

  it("all of what was paid is its own where its owner calls it off, or nothing was decided", () => {
    const cancellation = { by: "owner", why: "", at: NOW, refund: TOTAL } as const;
    expect(gaveNothing(reservation("cancelled", { cancellation }))).toBe(false);
    expect(gaveNothing(reservation("confirmed"))).toBe(false);
  });
});

describe("what a cancellation decides", () => {
  const [half, late] = ["2027-06-05", "2027-06-10"].map((day) => new Date(`${day}T10:00:00Z`));
  const ofBank = { refunded: TOTAL, chargedBack: TOTAL };
  const decided = (now: Date, changes: Partial<Reservation>, by: Actor = "buyer") =>
    decidedByCancelling(reservation("confirmed", changes), by, now);

  it("is what the policy gives, whatever banks have taken", () => {
    expect(decided(NOW, {})).toBe(TOTAL);
    expect(decided(half!, ofBank)).toBe(TOTAL / 2);
    expect(decided(late!, ofBank)).toBe(0);
    expect(decided(late!, ofBank, "owner")).toBe(TOTAL);
  });

  it("is no less than what refunds gave, or was granted", () => {
    expect(decided(late!, { refunded: 9_000, chargedBack: 5_000 })).toBe(4_000);
    const grant = { refund: 36_000, why: "", at: NOW, byBanks: 30_000, banksAlone: 30_000 };
    expect(decided(late!, { refunded: 30_000, chargedBack: 30_000, grant })).toBe(6_000);
    expect(decided(half!, { charged: { total: TOTAL + 8_000, platformShare: 9 } })).toBe(
      8_000 + TOTAL / 2,
    );
  });

  it("is all of what is reserved on the card", () => {
    expect(decided(late!, { status: "pending", paidAt: undefined })).toBe(TOTAL);
  });
});

describe("what has yet to go back", () => {
  const half = { by: "buyer", why: "", at: NOW, refund: TOTAL / 2 } as const;

  it("is what was decided, less what went back", () => {
    expect(refundOwed(reservation("confirmed"))).toBe(0);
    expect(refundOwed(reservation("cancelled"))).toBe(TOTAL);
    expect(refundOwed(reservation("cancelled", { cancellation: half }))).toBe(TOTAL / 2);
    const some = { cancellation: half, refunded: 7_000 };
    expect(refundOwed(reservation("cancelling", some))).toBe(TOTAL / 2 - 7_000);
  });

  it("is never less than nothing, and nothing of what was never taken", () => {
    const more = { cancellation: half, refunded: TOTAL };
    expect(refundOwed(reservation("cancelled", more))).toBe(0);
    expect(refundOwed(reservation("dead", { paidAt: undefined }))).toBe(0);
  });
});

describe("who called it off", () => {
  const whose = (called: Reservation) => ACTORS.filter((by) => wasCalledOffBy(called, by));
  const line = (why: string) => ({ state: "dead", at: NOW, by: "buyer", why }) as const;

  it.each(["cancelling", "cancelled"] as const)("is who cancelled what is %s", (status) => {
    for (const by of ACTORS) {
      const cancellation = { by, why: "", at: NOW, refund: 0 };
      expect(whose(reservation(status, { cancellation }))).toEqual([by]);
    }
    expect(whose(reservation(status))).toEqual([]);
  });

  it("is the buyer who gave up days that were held unpaid, by the last that is told of them", () => {
    const opened = line("Paiement ouvert");
    const history = [opened, opened, line("Annulée par le client")];
    expect(whose(reservation("dead", { history }))).toEqual(["buyer"]);
    expect(whose(reservation("dead", { history: history.toReversed() }))).toEqual([]);
  });

  it("is nobody where others took their place, their time ran out or nothing is told", () => {
    const replaced = [line("Remplacée par une autre demande")];
    expect(whose(reservation("dead", { history: replaced }))).toEqual([]);
    expect(whose(reservation("dead"))).toEqual([]);
  });

  it.each(["hold", "pending", "confirmed", "ended"] as const)(
    "is nobody while it is %s, whatever its history says",
    (status) => {
      const history = [line("Annulée par le client")];
      expect(whose(reservation(status, { history }))).toEqual([]);
    },
  );
});
