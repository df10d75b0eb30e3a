/**
 * Whether `GET url` answers with a 2xx. A server that is not there yet is a `false`, not an error.
 * @param {string} url
 */
export async function isHealthy(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
