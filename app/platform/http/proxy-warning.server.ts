import type { RequestHandler } from "express";
import { env } from "../env.server";
import { logger } from "../log.server";

let isTold = false;

/** Tells the log once of a proxy that nobody told the site of: all who come by it count as one client. */
export const proxyWarning: RequestHandler = (request, _response, next) => {
  const isUnknown = env.TRUST_PROXY === 0 && request.headers["x-forwarded-for"] !== undefined;
  if (isUnknown && !isTold) {
    isTold = true;
    logger.warn("X-Forwarded-For is not believed, TRUST_PROXY is 0");
  }
  next();
};
