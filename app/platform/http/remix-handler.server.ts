import {
  createReadableStreamFromReadable,
  writeReadableStreamToWritable,
  type AppLoadContext,
  type RequestHandler as RemixHandler,
} from "@remix-run/node";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import { env } from "../env.server";
import { pageOf } from "./page-response.server";

const { origin } = new URL(env.APP_URL);

/**
 * Express's side of Remix, in place of `@remix-run/express`, which sends every page through a stream.
 * Remix sees the site's own address, whatever the `Host` header says.
 *
 * @param handlerOf the Remix handler that answers a request.
 */
export function remixHandler(
  handlerOf: (response: ExpressResponse) => RemixHandler,
): RequestHandler {
  return (request, response, next) => {
    const context = response.locals.context as AppLoadContext;
    handlerOf(response)(toRemix(request, response), context)
      .then((answer) => send(answer, response))
      .catch(next);
  };
}

function toRemix(request: ExpressRequest, response: ExpressResponse): Request {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(origin + request.originalUrl, {
    method: request.method,
    // Node joins repeated headers; only answers hold lists of them.
    headers: request.headers as Record<string, string>,
    signal: controller.signal,
    ...(hasBody && { body: createReadableStreamFromReadable(request), duplex: "half" }),
  });
}

async function send(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  response.statusMessage = answer.statusText;
  for (const [name, value] of answer.headers) {
    // What a route says stands in place of what was set for all; cookies come one by one.
    if (name === "set-cookie") response.append(name, value);
    else response.setHeader(name, value);
  }
  const page = pageOf(answer);
  if (page !== undefined) {
    // All at once and with its length: nothing to frame, and nothing for `compression` to measure.
    response.setHeader("Content-Length", page.length);
    response.end(page);
  } else if (answer.body) {
    await writeReadableStreamToWritable(answer.body, response);
  } else {
    response.end();
  }
}
