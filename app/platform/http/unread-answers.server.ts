import type { Server } from "node:http";

/** How long nothing of an answer may be read, in ms. */
const UNREAD_MS = 60_000;

/**
 * Cuts off who asks and then reads nothing of the answer: it would be kept for them, with the connection, for as long as they
 * like. Who reads slowly reads; who sends a long body, or waits for what takes long, has nothing to read yet.
 */
export function cutUnread(server: Server, unreadMs = UNREAD_MS): void {
  server.prependListener("request", (_request, response) => {
    // Of the connection; Node says so only once what it has to send did not become less meanwhile.
    response.setTimeout(unreadMs, () => {
      const { socket } = response;
      if (socket && socket.writableLength > 0) socket.destroy();
    });
  });
}
