import mongoose from "mongoose";
import { afterEach, expect, it, vi } from "vitest";
import { logger } from "../log.server";
import { Refusal } from "../refusal";
import { eachUntilAway } from "./p-map.server";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ["a service was away", () => new Refusal("unavailable"), 3],
  ["the database was away", () => new mongoose.mongo.MongoNetworkError("gone"), 3],
  ["nothing was, but the items", () => new Error("a fault"), 5],
])("goes as far as it should when %s", async (_what, failure, tried) => {
  const log = vi.spyOn(logger, "error").mockReturnValue();
  const work = vi.fn(() => Promise.reject(failure()));
  const errors = await eachUntilAway([1, 2, 3, 4, 5], work, { failure: "not done" });
  expect(work).toHaveBeenCalledTimes(tried);
  expect(errors).toHaveLength(tried);
  expect(log).toHaveBeenCalledTimes(tried);
});
