import mongoose from "mongoose";
import { afterEach, expect, it, vi } from "vitest";
import { ReservationModel } from "@models/reservation";
import { logger } from "./log.server";
import { Refusal } from "./refusal";
import { updateAll } from "./update-all.server";

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a change of three times as many as are changed at once fails with, and how many times it is tried. */
async function triedWith(error: Error) {
  const found = Array.from({ length: 600 }, () => ({ _id: new mongoose.Types.ObjectId() }));
  vi.spyOn(ReservationModel, "find").mockReturnValue({
    lean: () => Promise.resolve(found),
  } as never);
  const transaction = vi.spyOn(mongoose.connection, "transaction").mockRejectedValue(error);
  const said = vi.spyOn(logger, "error").mockReturnValue();
  const failure: unknown = await updateAll(
    ReservationModel,
    { status: "dead" },
    { $unset: { unpaidBy: 1 } },
    "not done",
  ).catch((failed: unknown) => failed);
  return { failure, tried: transaction.mock.calls.length, said: said.mock.calls.length };
}

it("gives the others their turn where some cannot be changed", async () => {
  const { failure, ...counts } = await triedWith(new Error("no"));
  expect(failure).toBeInstanceOf(AggregateError);
  expect(counts).toEqual({ tried: 3, said: 3 });
});

it.each([new Refusal("unavailable"), new mongoose.mongo.MongoNetworkError("away")])(
  "ends at once where the database is away: each of the others would wait for it as long (%#)",
  async (away) => {
    expect(await triedWith(away)).toEqual({ failure: away, tried: 1, said: 0 });
  },
);
