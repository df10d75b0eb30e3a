import type { RequestHandler } from "express";
import { env } from "../env.server";

const { host, protocol } = new URL(env.APP_URL);

/**
 * Lets a request name the site's own address, whatever a proxy or a stranger made of `Host` and
 * `X-Forwarded-Host`. Remix makes its URLs from them, and refuses a form whose `Origin` is another
 * one; who may send forms is decided before, by `originCheck`.
 */
export const siteAddress: RequestHandler = (request, _response, next) => {
  request.headers.host = host;
  delete request.headers["x-forwarded-host"];
  Object.defineProperty(request, "protocol", { value: protocol.slice(0, -1) });
  next();
};
