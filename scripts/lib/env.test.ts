import { afterEach, expect, it, vi } from "vitest";
import { existsSync } from "node:fs";
import { loadEnvironment } from "./env.mjs";

vi.mock("node:fs", () => ({ existsSync: vi.fn(() => true) }));
afterEach(() => void vi.unstubAllEnvs());

it("reads .env where there is one, unless it is told not to", () => {
  const load = vi.spyOn(process, "loadEnvFile").mockReturnValue();
  loadEnvironment();
  expect(load).toHaveBeenCalledTimes(1);
  vi.stubEnv("WITHOUT_ENV_FILE", "1");
  loadEnvironment();
  expect(load).toHaveBeenCalledTimes(1);
  vi.unstubAllEnvs();
  vi.mocked(existsSync).mockReturnValue(false);
  loadEnvironment();
  expect(load).toHaveBeenCalledTimes(1);
});
