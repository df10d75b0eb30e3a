import { lookup } from "node:dns/promises";
import { once } from "node:events";
import net from "node:net";

/**
 * A port that this process listens on until it hands it over.
 * @typedef {object} HeldPort
 * @property {number} port
 * @property {net.Server} listener what to hand over; who comes meanwhile is turned away
 * @property {() => Promise<void>} releaseOthers gives up the addresses beside the listener's
 * @property {() => Promise<void>} release gives up all of it; another process that was handed the listener keeps it
 */

/** What means that somebody has the port, or that it is not for us. */
const TAKEN = new Set(["EADDRINUSE", "EACCES"]);
/** What means that the machine has no such address (IPv6 switched off): nobody can have it there. */
const NOWHERE = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/**
 * @param {number} port 0 for any free one
 * @param {string} host
 * @returns {Promise<net.Server>}
 */
async function listen(port, host) {
  const server = net.createServer((socket) => socket.destroy());
  server.listen({ port, host, exclusive: true });
  await once(server, "listening");
  return server;
}

/** @param {net.Server} server @returns {Promise<void>} */
const close = (server) => new Promise((resolve) => server.close(() => resolve()));

/** @param {net.Server} server */
const portOf = (server) => /** @type {net.AddressInfo} */ (server.address()).port;

/**
 * Holds `port` where the site is to listen, and on both loopback addresses: a browser that opens
 * `localhost` may try either.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<HeldPort | undefined>} undefined when somebody has it
 */
async function tryToHold(port, host) {
  /** @type {net.Server[]} */
  const servers = [];
  // By its number: a name that stands for the loopback would be held twice, and so never be free.
  const { address: own } = await lookup(host);
  for (const address of new Set([own, "127.0.0.1", "::1"])) {
    try {
      servers.push(await listen(port, address));
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? "";
      const isHeldByUs = code === "EADDRINUSE" && servers.length > 0 && isEverywhere(own);
      if (isHeldByUs || (NOWHERE.has(code) && servers.length > 0)) continue;
      await Promise.all(servers.map(close));
      if (TAKEN.has(code)) return undefined;
      throw error;
    }
  }
  const [listener] = servers;
  if (!listener) throw new Error(`Nothing listens on ${host}`);
  return {
    port,
    listener,
    releaseOthers: async () => void (await Promise.all(servers.slice(1).map(close))),
    release: async () => void (await Promise.all(servers.map(close))),
  };
}

/** Whether a host stands for every address, loopback too. @param {string} host */
const isEverywhere = (host) => host === "0.0.0.0" || host === "::";

/**
 * Where what listens on `host` is reached from this machine, as it stands in an address.
 * @param {string} host a name or an address
 */
export function reachedAt(host) {
  if (isEverywhere(host)) return "127.0.0.1";
  return net.isIPv6(host) ? `[${host}]` : host;
}

/**
 * Holds the first free port at or after `preferred`.
 * @param {number} preferred
 * @param {object} [options]
 * @param {string} [options.host] where the site listens
 * @param {number} [options.attempts] how many ports to try
 * @returns {Promise<HeldPort>}
 * @throws {Error} when all of them are taken
 */
export async function holdPort(preferred, { host = "127.0.0.1", attempts = 100 } = {}) {
  const last = Math.min(preferred + attempts, 65536);
  for (let port = preferred; port < last; port += 1) {
    const held = await tryToHold(port, host);
    if (held) return held;
  }
  throw new Error(`No free port from ${preferred} to ${last - 1}`);
}

/**
 * Holds any free port of the loopback.
 * @returns {Promise<HeldPort>}
 */
export async function holdAnyPort() {
  const listener = await listen(0, "127.0.0.1");
  return {
    port: portOf(listener),
    listener,
    releaseOthers: () => Promise.resolve(),
    release: () => close(listener),
  };
}

/**
 * A port that the system says is free now, for programs that can be handed none.
 * @returns {Promise<number>}
 */
export async function anyFreePort() {
  const held = await holdAnyPort();
  await held.release();
  return held.port;
}

/**
 * Whether something accepts TCP connections on a loopback `port`, within a second.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", timeout: 1000 });
    const settle = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });
}
