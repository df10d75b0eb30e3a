import { describe, expect, it } from "vitest";
import { LEDGER_TYPES } from "@models/ledger-entry";
import type { Receipt } from "@models/receipt";
import { receiptSheet } from "./receipt-words";
import { makeReceipt, mayBringDocument, undocumented } from "./receipt";
import { beyondPrice, leftBy } from "./receipt-amounts";
import {
  back,
  closed,
  documents,
  entry,
  expectWithinCharged,
  facts,
  ISSUED,
  lost,
  paid,
  taken,
  taxed,
} from "../../tests/support/papers";

/** What each document is of, and which one it corrects. */
const shortly = (made: readonly Receipt[]) =>
  made.map(({ _id, total, corrects }) => [_id, total, corrects]);

it("a document may be due once money was taken or went back, or a dispute has come to a step further", () => {
  expect(LEDGER_TYPES.filter((type) => mayBringDocument({ type }))).toEqual([
    ...["captured", "refunded", "refund_failed"],
    ...["dispute_withdrawn", "dispute_reinstated", "dispute_closed"],
  ]);
});

it("what was taken is numbered first, though what went back of it be dated before", () => {
  const late = entry("captured", "ch_1", 16_313, 5);
  const made = documents([entry("refunded", "re_1", 8_157, 1), late]);
  expect(shortly(made)).toEqual([
    ["captured:ch_1", 16_313, undefined],
    ["refunded:re_1", 8_157, "N1"],
  ]);
});

describe("a credit note", () => {
  it("corrects the receipt of its payment, in whatever order its documents are read", () => {
    const refund = entry("refunded", "re_1", 8_157, 1);
    const known = documents([paid, refund]);
    const [, , note] = documents(
      [paid, refund, entry("refunded", "re_2", 8_156, 2)],
      known.toReversed(),
    );
    expect(note).toMatchObject({ corrects: "N1", corrected: { total: 16_313, left: 0 } });
  });

  it("of a refund corrects the receipt, also after a dispute of as much was lost", () => {
    const made = documents([
      ...[paid, ...lost("dp_1", 8_156, 1)],
      entry("refunded", "re_1", 8_156, 2),
    ]);
    expect(shortly(made)).toEqual([
      ["captured:ch_1", 16_313, undefined],
      ["dispute_withdrawn:dp_1", 8_156, "N1"],
      ["refunded:re_1", 8_156, "N1"],
    ]);
  });

  it("is taken back by a receipt when the bank sends the money back", () => {
    const entries = [
      paid,
      entry("refunded", "re_1", 8_157, 1),
      entry("refund_failed", "re_1", 8_157, 1),
      entry("refunded", "re_2", 16_313, 2),
    ];
    const [receipt, failed, back, whole] = documents(entries);
    expect(back).toMatchObject({ kind: "receipt", corrects: "N2", total: 8_157, fee: 907 });
    expect(back).not.toHaveProperty("corrected");
    expect(failed).toMatchObject({ kind: "credit_note", corrects: "N1" });
    expect(whole).toMatchObject({ fee: receipt!.fee, rent: receipt!.rent });
  });
});

describe("a dispute", () => {
  it("has no document while it is open, nor once it is won", () => {
    const open = [paid, ...taken("dp_1", 16_313, 1)];
    expect(undocumented(open, [])).toEqual([paid]);
    const won = [...open, back("dp_1", 16_313, 2), closed("dp_1", 2)];
    expect(undocumented(won, [])).toEqual([paid]);
  });

  it("that is lost has a credit note, after a refund with what that left of the fee", () => {
    const [receipt, refund, note] = documents([
      ...[paid, entry("refunded", "re_1", 8_157, 1), ...taken("dp_1", 8_156, 2)],
      closed("dp_1", 3),
    ]);
    expect(note).toMatchObject({ kind: "credit_note", corrects: "N1", total: 8_156 });
    expect(note!.fee + refund!.fee).toBe(receipt!.fee);
    expect(receiptSheet(note!, "buyer").moved).toMatch(/^Repris le 24\/05\/2027 par la banque/);
    expect(receiptSheet(note!, "buyer").total.label).toBe("Total repris");
  });

  it("of the whole that is lost after a refund has a credit note of all that went back beyond what was paid", () => {
    const papers = documents(
      [
        ...[paid, entry("refunded", "re_1", 8_157, 1), ...taken("dp_1", 16_313, 2)],
        closed("dp_1", 3),
      ],
      [],
      taxed,
    );
    expect(papers.map(({ total, corrected }) => [total, corrected?.left])).toEqual([
      [16_313, undefined],
      [8_157, 8_156],
      [16_313, -8_157],
    ]);
    expect(papers[2]).toMatchObject({ rent: 7_250, fee: 906 });
    expectWithinCharged(papers);
  });

  it("lost and won after all: a receipt takes the credit note back, and only that", () => {
    const before = [paid, ...taken("dp_1", 16_313, 1), closed("dp_1", 2)];
    const papers = documents(before);
    const after = [...before, back("dp_1", 16_313, 3)];
    const [given, ...more] = undocumented(after, papers);
    expect([given?._id, more]).toEqual(["dispute_reinstated:dp_1", []]);
    const own = { number: "N3", issuedAt: ISSUED, chargeId: "ch_1", facts };
    const receipt = makeReceipt(given!, papers, own);
    expect(receipt).toMatchObject({ kind: "receipt", corrects: "N2", total: 16_313, fee: 1_813 });
    expect(receiptSheet(receipt, "buyer").moved).toContain("a été rendu par la banque");
    expect(undocumented(after, [...papers, receipt])).toEqual([]);
  });

  it("won at another rate, so that more comes back than was taken, has no document either", () => {
    const won = [paid, ...taken("dp_1", 16_313, 1), back("dp_1", 16_413, 2)];
    expect(undocumented([...won, closed("dp_1", 2)], [])).toEqual([paid]);
  });

  it("lost and won after all at another rate: the receipt takes back the credit note, and no more", () => {
    const before = [paid, ...taken("dp_1", 16_313, 1), closed("dp_1", 2)];
    const papers = documents(before);
    const [given] = undocumented([...before, back("dp_1", 16_413, 3)], papers);
    const own = { number: "N3", issuedAt: ISSUED, chargeId: "ch_1", facts };
    const receipt = makeReceipt(given!, papers, own);
    const { rent, fee, feeVat } = papers[1]!;
    expect(receipt).toMatchObject({ corrects: "N2", total: 16_313, rent, fee, feeVat });
    const refund = makeReceipt(entry("refunded", "re_1", 16_313, 4), [...papers, receipt], own);
    expect(refund).toMatchObject({ corrected: { left: 0 }, rent: 14_500, fee: 1_813 });
  });

  it("lost, and given back in two parts, more than was taken: documents that add up, and a refund after them", () => {
    const before = [paid, ...taken("dp_1", 16_313, 1), closed("dp_1", 1)];
    const papers = documents(before, [], taxed);
    for (const [place, one] of [
      back("dp_1", 8_157, 2),
      back("dp_2", 8_256, 3),
      entry("refunded", "re_1", 16_313, 4),
    ].entries()) {
      const own = { number: `N${place + 3}`, issuedAt: ISSUED, chargeId: "ch_1", facts: taxed };
      papers.push(makeReceipt(one, papers, own));
    }
    expect(papers.map(({ total }) => total)).toEqual([16_313, 16_313, 8_157, 8_256, 16_313]);
    expect(papers.map(beyondPrice)).toEqual([0, 0, 0, 100, 0]);
    expectWithinCharged(papers);
    expect(leftBy(papers)).toEqual({ rent: 0, fee: 0, rentVat: 0, feeVat: 0, total: 100 });
  });

  it("that is lost in part: what was given back at once is taken off the credit note by a receipt", () => {
    const [, note, given] = documents([
      ...[paid, ...taken("dp_1", 16_313, 1), back("dp_1", 8_157, 2)],
      closed("dp_1", 2),
    ]);
    expect([note!.total, given!.total]).toEqual([16_313, 8_157]);
    expect(given).toMatchObject({
      corrects: note!.number,
      corrected: { issuedAt: ISSUED, total: 16_313, left: 8_156 },
    });
    expect(note!.fee - given!.fee).toBe(906);
  });
});

describe("of what a bank took and gave back before it was lost there is no document", () => {
  it("though it came back in two parts", () => {
    const won = [...taken("dp_1", 16_313, 1), back("a", 8_157, 2), back("b", 8_156, 3)];
    expect(undocumented([paid, ...won, closed("dp_1", 3)], [])).toEqual([paid]);
  });

  it("though another dispute of the payment was lost", () => {
    const won = [...taken("dp_1", 8_157, 1), back("dp_1", 8_157, 2), closed("dp_1", 2)];
    expect(shortly(documents([paid, ...won, ...lost("dp_2", 8_156, 3)]))).toEqual([
      ["captured:ch_1", 16_313, undefined],
      ["dispute_withdrawn:dp_2", 8_156, "N1"],
    ]);
  });

  it("though an earlier one was lost and has its credit note", () => {
    const first = [paid, ...lost("dp_1", 8_157, 1)];
    const won = [...taken("dp_2", 8_156, 2), back("dp_2", 8_156, 3), closed("dp_2", 3)];
    expect(undocumented([...first, ...won], documents(first))).toEqual([]);
  });
});

describe("what a bank gives back of a lost dispute", () => {
  it("leaves the next dispute that is lost its credit note", () => {
    const first = [paid, ...lost("dp_1", 16_313, 1)];
    const after = [...first, back("dp_1", 16_313, 2)];
    const known = documents(after, documents(first));
    const made = documents([...after, ...lost("dp_2", 16_313, 3)], known);
    expect(shortly(made).slice(2)).toEqual([
      ["dispute_reinstated:dp_1", 16_313, "N2"],
      ["dispute_withdrawn:dp_2", 16_313, "N1"],
    ]);
  });

  it("takes back the dispute's credit note, not that of a refund of as much", () => {
    const first = [paid, entry("refunded", "re_1", 8_156, 1), ...lost("dp_1", 8_156, 2)];
    const made = documents([...first, back("dp_1", 8_156, 3)], documents(first));
    expect(shortly(made).at(-1)).toEqual(["dispute_reinstated:dp_1", 8_156, "N3"]);
  });

  it("takes each of two credit notes back once", () => {
    const first = [paid, ...lost("dp_1", 8_156, 1), ...lost("dp_2", 8_156, 2)];
    const once = [...first, back("dp_1", 8_156, 3)];
    const known = documents(once, documents(first));
    const made = documents([...once, back("dp_2", 8_156, 4)], known);
    expect(shortly(made).slice(3)).toEqual([
      ["dispute_reinstated:dp_1", 8_156, "N2"],
      ["dispute_reinstated:dp_2", 8_156, "N3"],
    ]);
  });

  it("is told by itself where it is neither of two: more than either, less than both", () => {
    const first = [paid, ...lost("dp_1", 8_156, 1), ...lost("dp_2", 8_157, 2)];
    const made = documents([...first, back("dp_1", 9_000, 3)], documents(first));
    expect(shortly(made).at(-1)).toEqual(["dispute_reinstated:dp_1", 9_000, "N1"]);
  });

  it("is told by itself where nothing is left to take back", () => {
    const first = [paid, ...lost("dp_1", 16_313, 1)];
    const whole = [...first, back("a", 16_313, 2)];
    const known = documents(whole, documents(first));
    const made = documents([...whole, back("b", 100, 3)], known);
    expect(shortly(made).at(-1)).toEqual(["dispute_reinstated:b", 100, "N1"]);
  });

  it("in parts adds up to the fee of what it took, to the cent", () => {
    const first = [paid, ...lost("dp_1", 16_313, 1)];
    const half = [...first, back("a", 8_157, 2)];
    const known = documents(half, documents(first));
    const made = documents([...half, back("b", 8_156, 3)], known);
    expect(made.map(({ total, fee }) => [total, fee])).toEqual([
      [16_313, 1_813],
      [16_313, 1_813],
      [8_157, 907],
      [8_156, 906],
    ]);
  });

  it("in parts takes its credit note back once all of it came back, and the next dispute's is another", () => {
    const first = [paid, ...lost("dp_1", 16_313, 1)];
    const half = [...first, back("a", 8_157, 2)];
    const whole = [...half, back("b", 8_156, 3)];
    const known = documents(whole, documents(half, documents(first)));
    const again = [...whole, ...lost("dp_2", 16_313, 4)];
    const made = documents([...again, back("c", 16_313, 5)], documents(again, known));
    expect(made.slice(2).map(({ corrects, corrected }) => [corrects, corrected?.left])).toEqual([
      ["N2", 8_156],
      ["N2", 0],
      ["N1", 0],
      ["N5", undefined],
    ]);
  });

  it("in parts counts what was told by itself to the only credit note there is", () => {
    const first = [paid, ...lost("dp_1", 16_313, 1)];
    const half = [...first, back("a", 8_157, 2)];
    const [receipt, note, { corrected: _, ...part }] = documents(half, documents(first)) as [
      Receipt,
      Receipt,
      Receipt,
    ];
    const former = [receipt, note, { ...part, corrects: "N1" }];
    const made = documents([...half, back("b", 8_156, 3)], former);
    expect(made.at(-1)).toMatchObject({ corrects: "N2", corrected: { total: 16_313, left: 0 } });
  });

  it("in parts is the rest of that one of two credit notes of which as much is left", () => {
    const first = [paid, ...lost("dp_1", 8_156, 1)];
    const part = [...first, back("a", 4_000, 2)];
    const second = [...part, ...lost("dp_2", 8_157, 3)];
    const known = documents(second, documents(part, documents(first)));
    const made = documents([...second, back("b", 4_156, 4)], known);
    expect(made.at(-1)).toMatchObject({ corrects: "N2", corrected: { total: 8_156, left: 0 } });
  });
});
