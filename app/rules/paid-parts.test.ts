import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import {
  givenByRefunds,
  lowered,
  paidInAll,
  paidParts,
  platformKeeps,
  refundedInAll,
  returnedByChanges,
  spread,
  takenInAll,
} from "./paid-parts";

/** One payment of 100 € and a supplement of 20 €; the price is what both leave. */
const paid = (own = {}, supplement = {}) => {
  const one = {
    id: new Types.ObjectId(),
    total: 2_000,
    platformShare: 445,
    returned: 0,
    refunded: 0,
  };
  const supplements = [{ ...one, ...supplement }];
  const charged = { total: 10_000, platformShare: 2_222 };
  return { total: 12_000, platformShare: 2_667, refunded: 0, charged, supplements, ...own };
};

describe("the payments of a reservation", () => {
  it("are its own where nothing was paid beside it", () => {
    const alone = { total: 10_000, platformShare: 2_222, refunded: 30 };
    expect(paidParts(alone)).toEqual([
      { total: 10_000, platformShare: 2_222, returned: 0, refunded: 30 },
    ]);
    expect([paidInAll(alone), returnedByChanges(alone), refundedInAll(alone)]).toEqual([
      ...[10_000, 0, 30],
    ]);
    expect([takenInAll(alone), takenInAll({ ...alone, paidAt: new Date() })]).toEqual([0, 10_000]);
  });

  it("say what changes of dates give back of each", () => {
    const both = paid({ total: 10_500, refunded: 1_000 }, { returned: 500, refunded: 500 });
    expect(paidParts(both)).toMatchObject([
      { total: 10_000, returned: 1_000, refunded: 1_000 },
      { total: 2_000, returned: 500, refunded: 500 },
    ]);
    expect([paidInAll(both), returnedByChanges(both), refundedInAll(both)]).toEqual([
      ...[12_000, 1_500, 1_500],
    ]);
  });
});

describe("what goes back", () => {
  const of = (target: number, own = {}, supplement = {}) =>
    spread(paidParts(paid(own, supplement)), target);

  it("is of the newest payment first", () => {
    expect(of(0)).toEqual([0, 0]);
    expect(of(1_500)).toEqual([0, 1_500]);
    expect(of(6_000)).toEqual([4_000, 2_000]);
    expect(of(12_000)).toEqual([10_000, 2_000]);
  });

  it("is no more for a payment of which a bank took more than was paid", () => {
    expect(of(3_000, {}, { refunded: 3_000 })).toEqual([0, 0]);
    expect(of(6_000, {}, { refunded: 3_000 })).toEqual([3_000, 0]);
    expect(of(12_000, { refunded: 11_000 })).toEqual([0, 1_000]);
  });

  it("is the same for whoever asks while some of it has gone back, or was sent back by a bank", () => {
    // The supplement's is back: the own payment's part stands.
    expect(of(6_000, {}, { refunded: 2_000 })[0]).toBe(4_000);
    expect(of(6_000, { refunded: 4_000 })[1]).toBe(2_000);
    // Sent back to us: of the one that it was made of, again.
    expect(of(6_000, { refunded: 0 }, { refunded: 2_000 })[0]).toBe(4_000);
  });

  it("is never more than was decided, where a bank took it of the other payment", () => {
    expect(of(10_000, { refunded: 10_000 })).toEqual([0, 0]);
    expect(of(11_000, { refunded: 10_000 })).toEqual([0, 1_000]);
  });

  it("leaves what changes of dates gave back where it was", () => {
    expect(of(1_500, { total: 11_000, refunded: 1_000 })).toEqual([1_000, 500]);
  });
});

it("a lower price takes of the newest payment first, and of the platform's share in proportion", () => {
  const parts = lowered(paidParts(paid()), 3_000);
  expect(parts.map(({ returned }) => returned)).toEqual([1_000, 2_000]);
  expect(platformKeeps(parts)).toBe(2_222 - 222);
  expect(platformKeeps(lowered(parts, 9_000))).toBe(0);
});

describe("what refunds gave back", () => {
  it("is all that went back where no bank took any", () => {
    expect(givenByRefunds({ refunded: 0 })).toBe(0);
    expect(givenByRefunds({ refunded: 3_000 })).toBe(3_000);
    expect(givenByRefunds(paid({ refunded: 3_000 }, { refunded: 500 }))).toBe(3_500);
  });

  it("is without what payers' banks took, of each payment", () => {
    expect(givenByRefunds({ refunded: 10_000, chargedBack: 10_000 })).toBe(0);
    const both = paid(
      { refunded: 4_000, chargedBack: 1_000 },
      { refunded: 2_000, chargedBack: 500 },
    );
    expect(givenByRefunds(both)).toBe(4_500);
  });
});
