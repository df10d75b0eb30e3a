import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import type { Reservation } from "@models/reservation";
import { addMinutes } from "~/platform/days";
import {
  changeObstacle,
  changeTo,
  dearerBy,
  isOverdue,
  isWaiting,
  mayChangeDates,
  supplementPrice,
  takesSupplement,
  withSupplement,
} from "./change-of-dates";
import { paidInAll, returnedByChanges } from "./paid-parts";
import { quote } from "./price";

/** Seven days before the first day, at noon in Paris. */
const NOW = new Date("2027-06-04T10:00:00Z");

/** Three days at 333,33 €: a price whose shares do not come out even. */
function reservation(changes: Partial<Reservation> = {}): Reservation {
  const id = new Types.ObjectId("650000000000000000000001");
  const dates = { startDate: "2027-06-11", endDate: "2027-06-13" };
  return {
    ...{ _id: id, venueId: id, userId: id, ownerId: id },
    ...{ ...dates, startSlot: "AM", endSlot: "PM", period: "Day", policy: "modérée" },
    ...quote({ period: "Day", unitPrice: 33_333, units: 3 }),
    ...{ status: "confirmed", refunded: 0, history: [] },
    ...changes,
  } as Reservation;
}

const waiting = (until: Date) => ({
  change: {
    ...{ startDate: "2027-06-20", endDate: "2027-06-22", startSlot: "AM", endSlot: "PM" },
    ...{ at: NOW, until },
  } as Reservation["change"],
});

const days = (startDate: string, endDate = startDate) =>
  ({ startDate, endDate, startSlot: "AM", endSlot: "PM" }) as const;

describe("who may change the dates", () => {
  it("is the buyer of what is confirmed, to the last day of a full refund", () => {
    expect(changeObstacle(reservation(), NOW)).toBeNull();
    const dayLater = addMinutes(NOW, 24 * 60);
    expect(changeObstacle(reservation(), dayLater)).toBe("not_changeable");
    expect(changeObstacle(reservation({ policy: "souple" }), dayLater)).toBeNull();
  });

  it.each(["hold", "pending", "capturing", "cancelling", "cancelled", "ended"] as const)(
    "is nobody while it is %s",
    (status) => expect(changeObstacle(reservation({ status }), NOW)).toBe("not_changeable"),
  );

  it("is nobody while other dates wait for a yes, or money goes back", () => {
    const soon = addMinutes(NOW, 1);
    expect(changeObstacle(reservation(waiting(soon)), NOW)).toBe("change_waits");
    expect(changeObstacle(reservation(waiting(soon)), soon)).toBeNull();
    expect(changeObstacle(reservation({ refunded: 1 }), NOW)).toBe("change_refund");
    const { total, platformShare } = reservation();
    const lowered = { charged: { total: total + 500, platformShare } };
    expect(changeObstacle(reservation(lowered), NOW)).toBe("change_refund");
    expect(changeObstacle(reservation({ ...lowered, refunded: 500 }), NOW)).toBeNull();
    const grant = { refund: 1, why: "Geste", at: NOW };
    expect(changeObstacle(reservation({ grant }), NOW)).toBe("change_refund");
  });
});

describe("who is told of other dates", () => {
  const open = { listed: true, status: "available" } as const;
  const may = (known: Partial<Parameters<typeof mayChangeDates>[1]>, at = NOW) =>
    mayChangeDates(reservation(), { by: "owner", contested: 0, venue: open, ...known }, at);

  it("is nobody once they may not be had, or while the payer's bank decides", () => {
    for (const by of ["buyer", "owner", "admin"] as const) {
      expect([may({ by }), may({ by, contested: 1 })]).toEqual([true, false]);
      expect(may({ by }, addMinutes(NOW, 24 * 60))).toBe(false);
    }
  });

  it.each([
    null,
    undefined,
    { ...open, listed: false },
    { ...open, status: "unavailable" } as const,
  ])("is everybody but the owner of a venue that lets nobody have them (%#)", (venue) => {
    const told = (["buyer", "owner", "admin"] as const).map((by) => may({ by, venue }));
    expect(told).toEqual([true, false, true]);
  });
});

it("tells dates that wait from those whose time is over, and from none", () => {
  const asked = reservation(waiting(NOW));
  const before = addMinutes(NOW, -1);
  expect([isWaiting(asked, before), isOverdue(asked, before)]).toEqual([true, false]);
  expect([isWaiting(asked, NOW), isOverdue(asked, NOW)]).toEqual([false, true]);
  expect([isWaiting(reservation(), NOW), isOverdue(reservation(), NOW)]).toEqual([false, false]);
  expect(isWaiting({ ...asked, status: "cancelling" }, before)).toBe(false);
});

describe("what other dates cost", () => {
  it("is the same for as many days, whose parts stay", () => {
    const before = reservation();
    const change = changeTo(before, days("2027-06-12", "2027-06-14"));
    const { units, subtotal, fee, total, commission, ownerShare, platformShare } = before;
    expect(change).toEqual({
      ok: true,
      terms: {
        ...days("2027-06-12", "2027-06-14"),
        ...{ units, subtotal, fee, total, commission, ownerShare, platformShare },
      },
    });
  });

  it("is less for fewer days, at the price that the reservation was made at", () => {
    const before = reservation();
    const change = changeTo(before, days("2027-06-20", "2027-06-21"));
    expect(change).toMatchObject({
      ok: true,
      terms: {
        ...{ units: 2, subtotal: 66_666, fee: 8_333, total: 74_999 },
        // A cent more with the platform than of a new price: its part goes back in proportion.
        ...{ ownerShare: 58_332, platformShare: 16_667, commission: 8_334 },
        charged: { total: 112_499, platformShare: 25_000 },
      },
    });
  });

  it.each([100, 150])(
    "is by the fees that it was made at, whatever they are today (%i)",
    (rate) => {
      const made = { period: "Day", unitPrice: 33_333, feeThousandths: rate } as const;
      const before = reservation(quote({ ...made, units: 3 }));
      const { total, fee, commission, ownerShare, platformShare } = before;
      expect(changeTo(before, days("2027-06-12", "2027-06-14"))).toMatchObject({
        terms: { total, fee, commission, ownerShare, platformShare },
      });
      const dearer = changeTo(before, days("2027-06-12", "2027-06-15"));
      if (!dearer.ok) throw new Error(dearer.code);
      const {
        feeThousandths: _,
        period: _p,
        unitPrice: _u,
        ...parts
      } = quote({ ...made, units: 4 });
      expect(dearer.terms).toMatchObject(parts);
      const supplement = supplementPrice(before, dearer.terms) as Reservation;
      expect(withSupplement(before, supplement)).toEqual(parts);
    },
  );

  it("is by the fees from before they were kept where it has none", () => {
    const before = reservation({ feeThousandths: undefined });
    expect(changeTo(before, days("2027-06-12", "2027-06-14"))).toMatchObject({
      terms: { total: before.total },
    });
  });

  it("goes on from what was paid when it is lowered twice", () => {
    const before = reservation();
    const once = changeTo(before, days("2027-06-20", "2027-06-21"));
    const after = { ...before, ...(once.ok && once.terms) };
    expect([paidInAll(after), returnedByChanges(after)]).toEqual([112_499, 37_500]);
    expect([paidInAll(before), returnedByChanges(before)]).toEqual([112_499, 0]);
    const twice = changeTo(after, days("2027-06-20"));
    expect(twice).toMatchObject({
      terms: { total: 37_500, charged: { total: 112_499, platformShare: 25_000 } },
    });
    const moved = changeTo(after, days("2027-06-22", "2027-06-23"));
    expect(moved.ok && { ...after, ...moved.terms }.charged).toEqual(after.charged);
  });

  it("that is as much as before leaves the parts as refunds left them", () => {
    const once = changeTo(reservation(), days("2027-06-20", "2027-06-21"));
    const after = { ...reservation(), ...(once.ok && once.terms) };
    // Of a new price of two days the owner would have 58 333 and the platform 16 666.
    expect(changeTo(after, days("2027-06-22", "2027-06-23"))).toMatchObject({
      terms: { total: 74_999, ownerShare: 58_332, platformShare: 16_667, commission: 8_334 },
    });
  });

  it("that is less goes back of the newest payment first, which is told of each supplement", () => {
    // Three days for 1 124,99 €, and a fourth that was paid by itself.
    const four = quote({ period: "Day", unitPrice: 33_333, units: 4 });
    const extra = { id: new Types.ObjectId(), total: 37_500, platformShare: 8_334 };
    const before = reservation({
      ...{ ...four, endDate: "2027-06-14" },
      charged: { total: 112_499, platformShare: 25_000 },
      supplements: [{ ...extra, returned: 0, refunded: 0 }],
    });
    expect(changeTo(before, days("2027-06-11", "2027-06-13"))).toMatchObject({
      terms: { total: 112_499, ownerShare: 87_499, platformShare: 25_000, returned: [37_500] },
    });
    expect(changeTo(before, days("2027-06-11", "2027-06-12"))).toMatchObject({
      terms: {
        ...{ total: 74_999, ownerShare: 58_332, platformShare: 16_667, returned: [37_500] },
        charged: { total: 112_499, platformShare: 25_000 },
      },
    });
  });

  it("tells of no supplements where there are none", () => {
    const less = changeTo(reservation(), days("2027-06-20", "2027-06-21"));
    expect(less.ok && Object.keys(less.terms)).not.toContain("returned");
  });

  it.each([
    [112_500, 1],
    [112_499, 0],
    [74_999, 0],
  ])("%i cents instead of 112 499 are %i more", (total, more) => {
    expect(dearerBy({ total: 112_499 }, { total })).toBe(more);
  });

  it("is refused when nothing changes", () => {
    const same = changeTo(reservation(), days("2027-06-11", "2027-06-13"));
    expect(same).toEqual({ ok: false, code: "change_same" });
  });

  it("that is more has a supplement: both payments are split as one of the new price, to the cent", () => {
    for (const unitPrice of [1, 100, 101, 33_333, 14_500, 999_999]) {
      for (const [units, more] of [
        [1, 2],
        [3, 4],
        [2, 7],
      ] as const) {
        const whole = quote({ period: "Day", unitPrice, units: more });
        const before = reservation({ ...quote({ period: "Day", unitPrice, units }) });
        const wanted = changeTo(before, days("2027-06-11", `2027-06-${10 + more}`));
        if (!wanted.ok) throw new Error(wanted.code);
        const supplement = supplementPrice(before, wanted.terms);
        expect(supplement).toMatchObject({
          units: more - units,
          subtotal: (more - units) * unitPrice,
        });
        expect(supplement.ownerShare + supplement.platformShare).toBe(supplement.total);
        expect(Math.min(...Object.values(supplement))).toBeGreaterThanOrEqual(0);
        const { feeThousandths: _, period: _p, unitPrice: _u, ...parts } = whole;
        expect(withSupplement(before, supplement as Reservation)).toEqual(parts);
      }
    }
  });

  it("cheaper and then dearer comes to what the new price would have been split into as well", () => {
    const before = reservation();
    const less = changeTo(before, days("2027-06-11", "2027-06-12"));
    if (!less.ok) throw new Error(less.code);
    const cheaper = { ...before, ...less.terms, refunded: 37_500 };
    const more = changeTo(cheaper, days("2027-06-11", "2027-06-14"));
    if (!more.ok) throw new Error(more.code);
    const supplement = supplementPrice(cheaper, more.terms);
    const { ownerShare, platformShare, total } = quote({
      ...{ period: "Day", unitPrice: 33_333, units: 4 },
    });
    const after = withSupplement(cheaper, supplement as Reservation);
    expect(after).toMatchObject({ ownerShare, platformShare, total });
  });
});

it("a supplement is taken by the reservation that it was worked out for, as it was", () => {
  const before = reservation();
  const { startDate, endDate, startSlot, endSlot, total, _id } = before;
  const supplement = reservation({
    supplementTo: { reservation: _id, startDate, endDate, startSlot, endSlot, total },
  });
  expect(takesSupplement(before, supplement)).toBe(true);
  expect(takesSupplement(before, before)).toBe(false);
  for (const other of [
    { startDate: "2027-06-12" },
    { total: total - 1, charged: { total, platformShare: 25_000 } },
    { status: "cancelling" },
    { refunded: 1 },
    { grant: { refund: 1, why: "Geste", at: NOW } },
    { change: { startDate, endDate, startSlot, endSlot, at: NOW, until: NOW } },
  ] as const) {
    expect(takesSupplement({ ...before, ...other }, supplement)).toBe(false);
  }
});

describe("a price", () => {
  it("is told in half days where they are rented", () => {
    const halves = quote({ period: "Half", unitPrice: 10_000, units: 2 });
    const before = reservation({ ...halves, endDate: "2027-06-11" });
    const afternoon = { ...days("2027-06-11"), startSlot: "PM" } as const;
    expect(changeTo(before, afternoon)).toMatchObject({ ok: true, terms: { units: 1 } });
    const morning = { ...days("2027-06-11"), endSlot: "AM" } as const;
    expect(changeTo(before, morning)).toMatchObject({ ok: true, terms: { units: 1 } });
  });
});
