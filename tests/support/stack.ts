import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quietLog } from "../../scripts/lib/log.mjs";
import { startStack, type Stack } from "../../scripts/stack.mjs";

export type { Stack } from "../../scripts/stack.mjs";

/** What may be chosen for a test's stack; see `startStack`. */
export type TestStackOptions = Omit<Parameters<typeof startStack>[0], "mode" | "dataDir" | "log">;

/**
 * Starts the built application for a test: its own database engine, sandbox, web server and data
 * directory. `stop` ends all of it and deletes the data.
 */
export async function startTestStack(options: TestStackOptions = {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), "place-des-salles-stack-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const stack = await startStack({ ...options, mode: "test", dataDir, log: quietLog() });
    return {
      ...stack,
      stop: async () => {
        await stack.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
