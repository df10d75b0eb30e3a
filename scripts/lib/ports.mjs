import net from "node:net";

/**
 * Whether nothing listens on `port` of `host`. A host that the machine does not have (IPv6 switched
 * off) counts as free.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function canListen(port, host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolve(true);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Whether `port` is free on both loopback addresses: a browser that opens `localhost` may try either.
 * @param {number} port
 */
export async function isPortFree(port) {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, "::1"));
}

/**
 * The first free port at or after `preferred`.
 * @param {number} preferred
 * @param {number} [attempts] how many ports to try
 * @throws {Error} when all of them are taken
 */
export async function nextFreePort(preferred, attempts = 100) {
  const last = Math.min(preferred + attempts, 65536);
  for (let port = preferred; port < last; port += 1) {
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port from ${preferred} to ${last - 1}`);
}

/**
 * A port that the system says is free now.
 * @returns {Promise<number>}
 */
export function anyFreePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === "object") resolve(address.port);
        else reject(new Error("The system gave no port"));
      });
    });
  });
}

/**
 * Whether something accepts TCP connections on a loopback `port`.
 * @param {number} port
 * @param {number} [timeoutMs]
 * @returns {Promise<boolean>}
 */
export function answers(port, timeoutMs = 1000) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", timeout: timeoutMs });
    const settle = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });
}
