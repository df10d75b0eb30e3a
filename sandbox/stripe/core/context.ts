import type { Clock } from "./clock";
import type { Ids } from "./ids";
import type { StoredEvent } from "./records";
import type { Store } from "./store";

/** What every deed of the sandbox works with. */
export interface Context {
  store: Store;
  clock: Clock;
  ids: Ids;
  /** Where people find the hosted pages: `http://127.0.0.1:12111`. */
  publicUrl: string;
  /** Which API request asks, for the events it causes; both are null for pages and timers. */
  request: StoredEvent["request"];
}

export const NO_REQUEST: StoredEvent["request"] = { id: null, idempotency_key: null };
