import pino from "pino";

/** Lines are written together once there are so many bytes of them, some fifty requests… */
const ENOUGH_BYTES = 8_192;
/** …and at the latest after so long. */
const LONGEST_WAIT_MS = 1_000;
/** What waits while nothing can be written, in bytes; lines past it are dropped. */
const MOST_WAITING_BYTES = 256_000;

/** Where the lines of a log go. */
export interface LogLines {
  /** For pino. */
  destination: ReturnType<typeof pino.destination>;
  /** Writes what waits, as far as it can be written. Never throws, never waits. */
  flush: () => void;
  /** Lines dropped so far, because there was no room for them. */
  dropped: () => number;
}

/**
 * Opens a log. A write for each request costs a tenth of answering it from memory, so lines wait a moment;
 * synchronously all the same, so that they keep their order and none is under way when the process ends.
 * Only SIGKILL loses what waits.
 *
 * A disk that is full keeps nobody from being served: lines wait up to a bound and are dropped and counted
 * past it.
 *
 * @param fd where to, open
 * @param onWritable told once lines can be written again, with how many were dropped and why
 */
export function openLogLines(
  fd: number,
  onWritable: (dropped: number, cause: unknown) => void,
): LogLines {
  const destination = pino.destination({
    dest: fd,
    sync: true,
    minLength: ENOUGH_BYTES,
    periodicFlush: LONGEST_WAIT_MS,
    maxLength: MOST_WAITING_BYTES,
  });
  let dropped = 0;
  let told = 0;
  let written = 0;
  let failure: { cause: unknown } | null = null;
  destination.on("error", (cause) => (failure = { cause }));
  destination.on("drop", () => (dropped += 1));
  destination.on("write", (bytes) => {
    written += bytes;
    if (!failure || bytes === 0) return;
    const { cause } = failure;
    failure = null;
    onWritable(dropped - told, cause);
    told = dropped;
  });
  return {
    destination,
    dropped: () => dropped,
    flush() {
      // Not `flushSync`, which tries for ever on a full disk.
      for (let before = -1; before < written;) {
        before = written;
        destination.flush();
      }
    },
  };
}
