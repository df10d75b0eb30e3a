/**
 * Resolves with the first Ctrl-C, SIGTERM or SIGHUP that this process gets, and keeps it alive for the
 * orderly stop that follows. Pressing Ctrl-C again ends it at once; what comes within a second is the
 * same key press, delivered by the terminal and forwarded by npm.
 * @returns {Promise<NodeJS.Signals>}
 */
export function stopSignal() {
  return new Promise((resolve) => {
    let askedAt = 0;
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => {
        if (askedAt && signal === "SIGINT" && Date.now() - askedAt > 1000) process.exit(130);
        askedAt ||= Date.now();
        resolve(signal);
      });
    }
  });
}
