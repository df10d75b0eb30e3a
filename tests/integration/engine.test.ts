import mongoose from "mongoose";
import { beforeEach, expect, it, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { countOne, halfOpenRange } from "@models/engine";
import { RateLimitModel } from "@models/rate-limit";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue, takeSlots } from "../support/fixtures";

/** What the product asks of every engine answers the same, whichever one is under it. */

useDatabase();
beforeEach(emptyDatabase);

it("finds what equals the first of a range, and nothing that equals its end", async () => {
  const venue = await createVenue(await createOwner());
  const days = ["2027-06-10", "2027-06-11", "2027-06-12", "2027-06-13"];
  for (const day of days) await takeSlots(venue, [day, "AM"], [day, "PM"]);
  const day = halfOpenRange("2027-06-11", "2027-06-13");
  const found = await BookedSlotModel.find({ venue: venue._id, day }).sort({ day: 1, slot: 1 });
  expect(found.map((slot) => `${slot.day} ${slot.slot}`)).toEqual([
    "2027-06-11 AM",
    "2027-06-11 PM",
    "2027-06-12 AM",
    "2027-06-12 PM",
  ]);
});

it("counts each of many of a new key, once the losers of the race try again", async () => {
  const filter = { key: "k" };
  const update = { $inc: { points: 1 }, $setOnInsert: { key: "k" } };
  const count = () => countOne(RateLimitModel.collection, filter, update, 100);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      count().catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return count();
      }),
    ),
  );
  expect(answers.map(({ points }) => Number(points)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

it("tries a transaction that lost again, until its time is over", async () => {
  const time = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(time.signal);
  const lost = new mongoose.mongo.MongoServerError({
    message: "write conflict",
    errorLabels: [mongoose.mongo.MongoErrorLabel.TransientTransactionError],
  });
  const work = vi.fn(async (): Promise<void> => {
    const tries = work.mock.calls.length;
    if (tries === 2) time.abort();
    if (tries < 5) await Promise.reject(lost);
  });
  await expect(inTransaction(work)).rejects.toMatchObject({ code: "unavailable" });
  expect(work).toHaveBeenCalledTimes(2);
});
