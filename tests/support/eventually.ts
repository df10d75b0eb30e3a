import { vi } from "vitest";

/**
 * Waits for what must come, however slow the machine: no test is told by this that it was slow.
 *
 * @param check throws as long as it has not come
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 60_000 }: { timeout?: number } = {},
): Promise<T> {
  return await vi.waitFor(check, { timeout, interval: 10 });
}
