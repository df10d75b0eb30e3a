import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

/** How long connections without a request are kept for one that is on its way. */
const GRACE_MS = 500;

/**
 * Prepares a server for ending without breaking an answer off.
 *
 * @returns a function that stops listening, answers what has been asked and what still comes in over
 * open connections, each of which it then closes. It resolves once all are closed, `deadlineMs` from
 * its call at the latest.
 */
export function gracefulClose(server: Server): (deadlineMs: number) => Promise<void> {
  let isClosing = false;
  const underWay = new Set<ServerResponse>();
  server.prependListener("request", (_request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  return async (deadlineMs) => {
    isClosing = true;
    for (const response of underWay) response.shouldKeepAlive = false;
    // The HTTP server's own close would cut idle connections over which a request may be coming in.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    const grace = setTimeout(() => server.closeIdleConnections(), GRACE_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await closed;
    clearTimeout(grace);
    clearTimeout(deadline);
  };
}
