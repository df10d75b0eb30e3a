const PARENT_CHECK_MS = 300;

/**
 * Resolves when this process is asked to stop, and keeps it alive for the orderly stop that follows:
 * at the first Ctrl-C, SIGTERM or SIGHUP; and, under npm, when the shell between npm and this process
 * is gone, because that shell dies of a SIGTERM given to npm without passing it on.
 *
 * Pressing Ctrl-C again ends the process at once; what comes within a second is the same key press,
 * delivered by the terminal and forwarded by npm.
 * @returns {Promise<void>}
 */
export function stopSignal() {
  return new Promise((resolve) => {
    let askedAt = 0;
    const stop = () => {
      askedAt ||= Date.now();
      resolve();
    };
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => {
        if (askedAt && signal === "SIGINT" && Date.now() - askedAt > 1000) process.exit(130);
        stop();
      });
    }
    if (process.env.npm_lifecycle_event) {
      const parent = process.ppid;
      setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
    }
  });
}
