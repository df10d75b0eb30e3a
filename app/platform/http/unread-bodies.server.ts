import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";

/** How long a sender may go on sending what nobody reads, in ms. */
const LINGER_MS = 5_000;

/**
 * Sees off bodies that were refused before their end. Closing at once would reset the connection, and with it
 * the answer that its sender has not read yet; leaving them unread would keep the connection for minutes. So
 * what still comes is thrown away for a moment.
 */
export const unreadBodies: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) return next();
  let isUnread = false;
  let isLast = false;
  onHeaders(response, function (this: ServerResponse) {
    isUnread = !request.complete;
    if (!isUnread) return;
    // Else Node closes as soon as the answer is written.
    isLast = !this.shouldKeepAlive;
    this.shouldKeepAlive = true;
  });
  response.once("finish", () => {
    if (isUnread) seeOff(request, isLast);
  });
  next();
};

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function seeOff(request: IncomingMessage, isLast: boolean): void {
  const { socket } = request;
  const end = () => void (isLast && socket.end());
  if (request.complete) return end();
  // Remix's pump: it would keep what comes, and pause.
  request.removeAllListeners("data");
  request.on("data", () => undefined);
  request.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  request.once("end", end);
  request.once("close", () => clearTimeout(timer));
}
