import { afterAll, vi } from "vitest";

/** Leaves the modules to the next file of the worker as this one found them. */
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
