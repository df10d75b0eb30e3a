import type { ClientSession } from "mongoose";
import { LeftoverModel, type Rest } from "@models/leftover";

/**
 * Leaves something to the jobs `finish-leftovers` and `erase-images`, in the caller's transaction, which would be too long with it. The
 * caller wakes them after the commit, where somebody waits for it; else it is done within minutes.
 */
export async function leave(rest: Rest, transaction: ClientSession): Promise<void> {
  await LeftoverModel.create([rest], { session: transaction });
}
