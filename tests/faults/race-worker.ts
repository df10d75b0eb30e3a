import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { reserve } from "~/bookings/reserve/reserve.server";

/** One attempt to reserve, as the race's referee hands it out. */
export interface Attempt {
  venueId: string;
  buyerId: string;
  startDate: string;
  endDate: string;
  /** The client's address. */
  ip?: string;
}

export type Result = { won: string } | { refused: string; message: string } | { failed: string };

/** A web process's part in a race: all its attempts at once, when it is told to. */
async function race(attempts: readonly Attempt[]): Promise<Result[]> {
  const now = new Date();
  return await Promise.all(
    attempts.map(async ({ buyerId, ...stay }): Promise<Result> => {
      try {
        const hold = await reserve({ ...stay, buyer: { id: buyerId }, requestKey: buyerId, now });
        return { won: hold._id.toString() };
      } catch (error) {
        if (error instanceof Refusal) return { refused: error.code, message: error.message };
        return { failed: String(error) };
      }
    }),
  );
}

process.on("message", (attempts: readonly Attempt[]) => {
  void race(attempts).then((results) => process.send?.(results));
});
process.on("disconnect", () => void disconnectDatabase());

await connectDatabase();
process.send?.("ready");
