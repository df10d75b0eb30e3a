import type { Request, Response } from "express";
import { afterEach, expect, it, vi } from "vitest";
import { env } from "../env.server";
import { logger } from "../log.server";
import { proxyWarning } from "./proxy-warning.server";

const { TRUST_PROXY } = env;
afterEach(() => {
  env.TRUST_PROXY = TRUST_PROXY;
  vi.restoreAllMocks();
});

it("tells the log once of a proxy that is not believed, and of none that is", () => {
  const warned = vi.spyOn(logger, "warn").mockReturnValue();
  const next = vi.fn();
  const pass = (headers: object) => void proxyWarning({ headers } as Request, {} as Response, next);
  env.TRUST_PROXY = 1;
  pass({ "x-forwarded-for": "203.0.113.7" });
  env.TRUST_PROXY = 0;
  pass({});
  expect(warned).not.toHaveBeenCalled();
  pass({ "x-forwarded-for": "203.0.113.7" });
  pass({ "x-forwarded-for": "203.0.113.7" });
  expect(warned).toHaveBeenCalledOnce();
  expect(next).toHaveBeenCalledTimes(4);
});
