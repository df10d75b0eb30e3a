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

function operationOf(query: object): unknown {
  return "op" in query ? query.op : undefined;
}
