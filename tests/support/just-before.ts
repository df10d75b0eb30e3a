import { setTimeout } from "node:timers/promises";
import mongoose from "mongoose";
import { vi } from "vitest";

type Operation = "find" | "findOne" | "updateOne" | "updateMany" | "deleteOne";

/**
 * Lets something else happen, from its start to its commit, right before the next query of this kind:
 * the moment at which two people are in each other's way, every time.
 *
 * @param model the name of the query's model
 */
export function justBefore(
  model: string,
  operation: Operation,
  other: () => Promise<unknown>,
): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the query itself
  const exec = mongoose.Query.prototype.exec;
  const spy = vi.spyOn(mongoose.Query.prototype, "exec");
  spy.mockImplementation(async function (this: mongoose.Query<unknown, unknown>) {
    if (this.model.modelName === model && operationOf(this) === operation) {
      spy.mockRestore();
      await other();
    }
    return (await exec.call(this)) as unknown;
  });
}

/** As long as something is waited for that may wait itself: whatever has nobody in its way is done long before. */
const IN_ITS_WAY_MS = 700;

/**
 * The same of something that may have to wait for whoever asks the query: it begins, and is done before it or else goes on
 * once that transaction is over.
 *
 * @returns waits for its end; to be called once the other one is done
 */
export function besides(
  model: string,
  operation: Operation,
  other: () => Promise<unknown>,
): () => Promise<void> {
  let going: Promise<unknown> | undefined;
  justBefore(model, operation, async () => {
    going = other();
    await Promise.race([going, setTimeout(IN_ITS_WAY_MS)]);
  });
  return async () => {
    if (!going) throw new Error(`Nobody asked ${model}.${operation}`);
    await going;
  };
}

function operationOf(query: object): unknown {
  return "op" in query ? query.op : undefined;
}
