/**
 * Whether `GET url` answers with a 2xx. A server that is not there yet is a `false`, not an error.
 * @param {string} url
 * @param {number} [timeoutMs]
 */
export async function isHealthy(url, timeoutMs = 2000) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
