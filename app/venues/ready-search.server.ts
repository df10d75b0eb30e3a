import { logger } from "~/platform/log.server";
import { searchEngine } from "./chosen-search-engine.server";

let isPrepared = false;
let preparing: Promise<void> | null = null;

/** Begins in the background what the first search of this process would wait for. Does not fail. */
export function prepareSearch(): void {
  preparing ??= searchEngine
    .prepare()
    .then(() => {
      isPrepared = true;
    })
    .catch((error: unknown) => logger.error({ err: error }, "the search was not made ready"))
    .finally(() => {
      preparing = null;
    });
}

/** Has the search keep up with what changed while nobody searches. Neither waits nor fails: the next search makes up for it. */
export function followSearch(): void {
  // It has told the log itself.
  searchEngine.follow().catch(() => undefined);
}

/** Whether no search waits for it any more. While it is not, and nobody is at it, it is begun again. */
export function isSearchReady(): boolean {
  if (!isPrepared) prepareSearch();
  return isPrepared;
}
