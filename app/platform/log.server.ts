import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { env } from "./env.server";

/** The request being answered, so that every log line made on its way carries its id. */
export const requestScope = new AsyncLocalStorage<{ requestId: string }>();

/** Structured logs, one JSON object a line. Never log bodies, cookies, passwords or tokens. */
export const logger = pino({
  level: env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => requestScope.getStore() ?? {},
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
