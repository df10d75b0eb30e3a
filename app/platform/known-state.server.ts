import { logger } from "./log.server";
import { NO_STATE, readState, type SiteState } from "./site-state";

/** What this process knows of the site's state: read with the content's version, so that no request waits for it. */
let state = NO_STATE;
let kept = "";

export function knownState(): SiteState {
  return state;
}

/** Takes what is stored, as JSON; what cannot be read leaves the last one standing. */
export function keepState(json: string): void {
  if (json === kept) return;
  try {
    state = readState(json);
    kept = json;
  } catch (error) {
    logger.error({ err: error }, "the site's state cannot be read");
  }
}
