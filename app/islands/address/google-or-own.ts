import { ownSource, type Source } from "./source";

/**
 * Google Places, whose code comes with the first search; when it fails, the product's own search.
 *
 * @param onFailure told so that it is not asked again.
 */
export function googleOrOwn(key: string, onFailure: () => void): Source {
  return async (text, signal) => {
    try {
      const { googleSource } = await import("./google-places");
      return await googleSource(key)(text, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      onFailure();
      // Browsers of some years ago do not have it.
      globalThis.reportError?.(error);
      return await ownSource(text, signal);
    }
  };
}
