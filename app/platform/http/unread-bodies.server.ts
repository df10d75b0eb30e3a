import type { RequestHandler } from "express";

/** How long a sender may go on sending what nobody reads, in ms. */
const LINGER_MS = 5_000;

/**
 * Sees off bodies that were refused before their end. Closing at once would reset the connection, and with it
 * the answer that its sender has not read yet; leaving them unread would keep the connection for minutes. So
 * what still comes is thrown away for a moment.
 */
export const unreadBodies: RequestHandler = (request, response, next) => {
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    // Remix's pump: it would keep what comes, and pause.
    request.removeAllListeners("data");
    request.on("data", () => undefined);
    request.resume();
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    const stop = () => clearTimeout(timer);
    request.once("end", stop);
    socket.once("close", stop);
  });
  next();
};
