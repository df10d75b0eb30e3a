import { expect, it, vi } from "vitest";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel } from "@models/ledger-entry";
import { SettingModel } from "@models/setting";
import { logger } from "~/platform/log.server";
import { compareLedger } from "./compare-ledger.server";

const now = new Date("2026-06-10T03:30:00Z");
const COUNT = 1_001;

/** As Stripe lists them: refunds, a cent more each. */
const booked = Array.from({ length: COUNT }, (_, index) => ({
  ...{ id: `txn_${index}`, type: "refund", source: `re_${index}`, amount: -index },
  created: new Date("2026-06-08T12:00:00Z").getTime() / 1_000,
}));
vi.mock("./gateway.server", () => ({
  callStripe: (ask: (stripe: object) => unknown) =>
    ask({
      balanceTransactions: {
        list: ({ created }: { created: { gte: number; lt: number } }) =>
          booked.filter((one) => one.created >= created.gte && one.created < created.lt),
      },
    }),
}));

/** A query that finds these, whatever else it is told. */
const finds = (found: unknown) => {
  const lean = () => Object.assign(Promise.resolve(found), { cursor: () => found });
  const query = { sort: () => query, limit: () => query, lean };
  return query as never;
};

it("looks up all that Stripe has, at most five hundred movements a question", async () => {
  const asked: number[] = [];
  const entries = (filter: { _id?: { $in: string[] } }) => {
    if (!filter._id) return finds([]);
    const ids = filter._id.$in;
    asked.push(ids.length);
    // The ledger has them all, the last one otherwise.
    return finds(
      ids.map((_id) => {
        const cents = Number(_id.replace("refunded:re_", ""));
        return { _id, amount: cents === COUNT - 1 ? 5 : cents, type: "refunded" };
      }),
    );
  };
  vi.spyOn(LedgerEntryModel, "find").mockImplementation(entries as never);
  vi.spyOn(LedgerDifferenceModel, "find").mockImplementation(() => finds([]));
  vi.spyOn(SettingModel, "findById").mockImplementation(() => finds(null));
  vi.spyOn(SettingModel, "updateOne").mockResolvedValue({} as never);
  const logged = vi.spyOn(logger, "error").mockReturnValue();
  const kept = vi.spyOn(LedgerDifferenceModel, "updateOne").mockResolvedValue({} as never);
  expect(await compareLedger(now)).toBe(1);
  expect(kept.mock.calls.map(([filter]) => filter)).toEqual([{ _id: "refunded:re_1000" }]);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([500, 500, 1]);
});
