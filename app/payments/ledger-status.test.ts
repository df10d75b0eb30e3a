import { expect, it } from "vitest";
import type { LedgerEntry } from "@models/ledger-entry";
import { amountOf, givenBackOn, LEDGER_STATUS_LABELS, ledgerStatus } from "./ledger-status.server";

const entries = (...moves: [LedgerEntry["type"], number?][]) =>
  moves.map(([type, amount = 0]) => ({ type, amount, at: new Date(0) }));

it.each([
  ["Autorisé", 500, entries(["authorised", 500])],
  ["Non débité", 500, entries(["authorised", 500], ["released", 500])],
  ["Payé", 500, entries(["authorised", 500], ["captured", 500])],
  ["Remboursé en partie", 500, entries(["captured", 500], ["refunded", 499])],
  ["Remboursé", 500, entries(["captured", 500], ["refunded", 500])],
  ["Payé", 500, entries(["captured", 500], ["refunded", 500], ["refund_failed", 500])],
  ["Contesté", 500, entries(["captured", 500], ["disputed"])],
  ["Payé", 500, entries(["captured", 500], ["disputed"], ["dispute_closed"])],
  [
    "Repris par la banque",
    500,
    entries(["captured", 500], ["disputed"], ["dispute_withdrawn", 500], ["dispute_closed"]),
  ],
] as const)("%s, of %i cents", (label, amount, ledger) => {
  expect(LEDGER_STATUS_LABELS[ledgerStatus(ledger)]).toBe(label);
  expect(amountOf(ledger)).toBe(amount);
});

/** 'type:id', how much, and on which day of May 2027. */
const onDays = (...moves: [_id: string, amount: number, day: number][]) =>
  moves.map(([_id, amount, day]) => {
    const [type = "", stripeId = ""] = _id.split(":");
    const at = new Date(Date.UTC(2027, 4, day, 12));
    return { _id, type: type as LedgerEntry["type"], stripeId, amount, at };
  });

it.each([
  ["nothing", onDays(["captured:ch_1", 500, 1]), []],
  [
    "refunds, each day once",
    onDays(["refunded:re_2", 100, 9], ["refunded:re_1", 100, 3], ["refunded:re_3", 100, 9]),
    [3, 9],
  ],
  [
    "a refund that a bank sent back, and the one in its place",
    onDays(["refunded:re_1", 500, 3], ["refund_failed:re_1", 500, 5], ["refunded:re_2", 500, 6]),
    [6],
  ],
  [
    "what a bank took and has not decided on",
    onDays(["disputed:dp_1", 500, 3], ["dispute_withdrawn:txn_1", 500, 3]),
    [],
  ],
  [
    "what a bank took for good",
    onDays(
      ["disputed:dp_1", 500, 3],
      ["dispute_withdrawn:txn_1", 500, 4],
      ["dispute_closed:dp_1", 500, 20],
    ),
    [4],
  ],
  [
    "what it gave back, beside what it took for good",
    onDays(
      ["dispute_withdrawn:txn_1", 200, 4],
      ["dispute_reinstated:txn_2", 200, 20],
      ["dispute_withdrawn:txn_3", 300, 8],
    ),
    [8],
  ],
])("went back for good: %s", (_, ledger, days) => {
  expect(givenBackOn(ledger)).toEqual(days.map((day) => `0${day}/05/2027`));
});
