import mongoose from "mongoose";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { logger } from "../log.server";
import { Refusal } from "../refusal";
import { orRefuse, refusalOf } from "./refusal-of.server";

const warned = vi.spyOn(logger, "warn");
beforeEach(() => void warned.mockReset().mockReturnValue());
afterEach(() => vi.clearAllMocks());

it("a refusal is answered as it is, an outage of the database as one, and told to the log; nothing else is", () => {
  const refusal = new Refusal("days_taken");
  expect(refusalOf(refusal)).toBe(refusal);
  expect(refusalOf(new Error("a fault"))).toBeNull();
  expect(warned).not.toHaveBeenCalled();
  const err = new mongoose.mongo.MongoNetworkError("gone");
  expect(refusalOf(err)).toMatchObject({ name: "Refusal", code: "unavailable", cause: err });
  expect(warned.mock.calls).toEqual([[{ err }, "the database did not answer"]]);
});

it("an outage is told in the words of what was being done, and nothing else is", async () => {
  const doing = (error: Error) => orRefuse("payment_failed", () => Promise.reject(error));
  const outage = new Refusal("unavailable");
  await expect(doing(outage)).rejects.toMatchObject({ code: "payment_failed", cause: outage });
  const gone = new mongoose.mongo.MongoNetworkError("gone");
  await expect(doing(gone)).rejects.toMatchObject({ code: "payment_failed", cause: gone });
  for (const other of [new Refusal("days_taken"), new Error("a fault")]) {
    await expect(doing(other)).rejects.toBe(other);
  }
  expect(await orRefuse("payment_failed", () => Promise.resolve("done"))).toBe("done");
});
