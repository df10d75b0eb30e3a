import { expect, it } from "vitest";
import type { LedgerEntry } from "@models/ledger-entry";
import { amountOf, LEDGER_STATUS_LABELS, ledgerStatus } from "./ledger-status.server";

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
