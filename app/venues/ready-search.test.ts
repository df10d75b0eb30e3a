import { expect, it, vi } from "vitest";
import { logger } from "~/platform/log.server";
import { eventually } from "../../tests/support/eventually";
import { searchEngine } from "./chosen-search-engine.server";
import { isSearchReady } from "./ready-search.server";

it("is ready once it was made so, which is begun again after a failure, and once at a time", async () => {
  const log = vi.spyOn(logger, "error").mockReturnValue(undefined);
  const prepare = vi.spyOn(searchEngine, "prepare").mockRejectedValueOnce(new Error("away"));
  expect([isSearchReady(), isSearchReady()]).toEqual([false, false]);
  expect(prepare).toHaveBeenCalledTimes(1);
  await eventually(() => expect(log).toHaveBeenCalledTimes(1));
  prepare.mockResolvedValue(undefined);
  await eventually(() => expect(isSearchReady()).toBe(true));
  expect(isSearchReady()).toBe(true);
  expect(prepare).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});
