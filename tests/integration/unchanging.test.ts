import { beforeAll, expect, test } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { moneyOf, balanceOf } from "~/payments/balance";
import { TRANSITIONS } from "~/rules/reservation-states";
import { useDatabase } from "../support/database";
import { storeUnchanging } from "../support/unchanging";

/** What the nets of pages, mails and acts are spun over could be: no sum of theirs is one that nobody could have paid. */

useDatabase();

let made: Awaited<ReturnType<typeof storeUnchanging>>["made"];
beforeAll(async () => {
  ({ made } = await storeUnchanging());
});

const entriesOf = async (reservation: Reservation) =>
  await LedgerEntryModel.find({ reservation: reservation._id }).sort({ at: 1 }).lean();

test("the money of each adds up: all of it, shared as its price is", async () => {
  for (const [name, reservation] of made) {
    const { total, ownerShare, platformShare, refunded, chargeId, paidAt } = reservation;
    const entries = await entriesOf(reservation);
    const money = moneyOf(entries);
    const { paid, owner, platform, refunded: back } = balanceOf(entries);
    expect([name, money.authorised + paid]).toEqual([name, chargeId ? total : 0]);
    expect([name, paid]).toEqual([name, paidAt ? total : 0]);
    expect([name, back]).toEqual([name, refunded]);
    if (money.contested > 0) continue;
    expect([name, owner + platform + back]).toEqual([name, paid]);
    const kept = paid - back;
    expect([name, owner * total]).toEqual([name, ownerShare * kept]);
    expect([name, platform * total]).toEqual([name, platformShare * kept]);
  }
});

test("each came by the table of states, in the order of time, and moved no money before its cause", async () => {
  for (const [name, reservation] of made) {
    const { status, history, createdAt, cancellation } = reservation;
    expect([name, history[0]?.state, history.at(-1)?.state]).toEqual([name, "hold", status]);
    for (const [index, { state, by, at }] of history.slice(1).entries()) {
      const before = history[index]!;
      const ways = TRANSITIONS.filter(({ from, to }) => from === before.state && to === state);
      expect([name, state, ways.some((way) => way.by.includes(by))]).toEqual([name, state, true]);
      expect(at >= before.at, `${name}: ${state}`).toBe(true);
    }
    for (const { type, at } of await entriesOf(reservation)) {
      const isBack = ["released", "refunded"].includes(type);
      expect(at >= (isBack ? cancellation!.at : createdAt), `${name}: ${type}`).toBe(true);
    }
  }
});
