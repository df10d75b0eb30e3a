import { describe, expect, it } from "vitest";
import type { LedgerEntry } from "@models/ledger-entry";
import { makeReceipt } from "./receipt";
import { leftBy } from "./receipt-amounts";
import {
  back,
  documents,
  entry,
  expectWithinCharged,
  facts,
  inTurn,
  ISSUED,
  lost,
  paid,
  taxed,
} from "../../tests/support/papers";

const nothing = { rent: 0, fee: 0, rentVat: 0, feeVat: 0 };

describe("the parts of a receipt's credit notes", () => {
  const twice = { unitPrice: 14_500, units: 2, subtotal: 29_000, fee: 3_625, total: 32_625 };
  const two = { ...taxed, reservation: { ...facts.reservation, ...twice } };

  it("add up to it, though the bank sends the first of two refunds back and it is made again", () => {
    const papers = documents(
      [
        ...[entry("captured", "ch_1", 32_625), entry("refunded", "re_1", 16_312, 1)],
        ...[entry("refunded", "re_2", 16_313, 2), entry("refund_failed", "re_1", 16_312, 3)],
        entry("refunded", "re_3", 16_312, 4),
      ],
      [],
      two,
    );
    expect(papers.map(({ rentVat }) => rentVat)).toEqual([4_833, 2_417, 2_416, 2_417, 2_417]);
    expect(leftBy(papers)).toEqual({ ...nothing, total: 0 });
  });

  it("stay within it and add up to it, whatever goes back, fails and is taken", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const papers = inTurn(...story(seed));
      expectWithinCharged(papers);
      // All of the price went back in the end.
      expect(leftBy(papers), `seed ${seed}`).toMatchObject(nothing);
    }
  });

  /** Refunds, some of which fail, disputes that are lost, some of which are given back in part, then one of the whole. */
  function story(seed: number): LedgerEntry[] {
    let state = seed;
    const upTo = (most: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return 1 + (state % most);
    };
    const moves = Array.from({ length: 6 }, (_, place) => {
      const amount = upTo(9_000);
      const name = `${place}`;
      const what = upTo(4);
      if (what === 1) {
        const given = back(`back_${name}`, upTo(amount), 10 * upTo(8) + 55 + place);
        return [...lost(`dp_${name}`, amount, 10 * place + 1), ...(amount % 2 ? [given] : [])];
      }
      const refund = entry("refunded", `re_${name}`, amount, 10 * place + 1);
      if (what === 2) return [refund];
      return [refund, entry("refund_failed", `re_${name}`, amount, 10 * upTo(8) + 5 + place)];
    });
    const sorted = moves.flat().sort((a, b) => a.at.getTime() - b.at.getTime());
    const started = new Set<string>();
    const possible = sorted.filter(({ type, stripeId }) => {
      if (type === "refunded") started.add(stripeId);
      return type !== "refund_failed" || started.has(stripeId);
    });
    return [paid, ...possible, ...lost("dp_end", 16_313, 200)];
  }

  it("leave the rent and the fee of a price that a change of dates lowered, and nothing after a cancellation", () => {
    const price = { unitPrice: 14_550, units: 3, subtotal: 43_650, fee: 5_456, total: 49_106 };
    const kept = { fee: 3_638, total: 32_738 };
    const said = { ...taxed, reservation: { ...facts.reservation, ...price }, kept };
    const taken = [entry("captured", "ch_1", 49_106), entry("refunded", "re_1", 16_368, 1)];
    const changed = documents(taken, [], said);
    expect(changed[1]).toMatchObject({ rent: 14_550, fee: 1_818, total: 16_368 });
    expect(leftBy(changed)).toMatchObject({ rent: 29_100, fee: 3_638, total: 32_738 });
    const cancelled = documents([...taken, entry("refunded", "re_2", 32_738, 2)], changed, said);
    expectWithinCharged(cancelled);
    expect(leftBy(cancelled)).toEqual({ ...nothing, total: 0 });
  });
});

describe("a dispute", () => {
  it("of the whole that is lost after a refund, and won after all: the receipt is of what the credit note was of", () => {
    const papers = inTurn(
      ...[paid, entry("refunded", "re_1", 8_157, 1), ...lost("dp_1", 16_313, 2)],
      back("dp_1", 16_313, 3),
    );
    expect(papers[3]).toMatchObject({ corrects: "N3", rent: 7_250, fee: 906, total: 16_313 });
    expectWithinCharged(papers);
  });

  it("of the whole that is lost after a refund, which its bank sends back: what was beyond the price comes back first", () => {
    const papers = inTurn(
      ...[paid, entry("refunded", "re_1", 8_157, 1), ...lost("dp_1", 16_313, 2)],
      entry("refund_failed", "re_1", 8_157, 3),
    );
    expect(papers[3]).toMatchObject({ corrects: "N2", rent: 0, fee: 0, total: 8_157 });
    expectWithinCharged(papers);
    expect(leftBy(papers)).toEqual({ ...nothing, total: 0 });
  });

  it("that was lost for more than was left before shares were bounded: nothing more is taken of the price", () => {
    const papers = inTurn(paid, entry("refunded", "re_1", 8_157, 1));
    const former = { ...papers[1]!, _id: "dispute_withdrawn:dp_1", number: "N3", total: 16_313 };
    papers.push({ ...former, rent: 14_500, fee: 1_813, rentVat: 2_417, feeVat: 302 });
    const own = { number: "N4", issuedAt: ISSUED, chargeId: "ch_1", facts: taxed };
    const refund = entry("refunded", "re_2", 100, 3);
    expect(makeReceipt(refund, papers, own)).toMatchObject({ ...nothing, total: 100 });
    const failed = makeReceipt(entry("refund_failed", "re_1", 8_157, 3), papers, own);
    expect(leftBy([...papers, failed])).toEqual({ ...nothing, total: 0 });
  });
});
