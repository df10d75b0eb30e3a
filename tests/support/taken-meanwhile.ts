import { vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel } from "@models/reservation";

/** What can be written only once, in each. */
const WRITTEN = { "half days": BookedSlotModel, reservations: ReservationModel };

/**
 * Acts while what is to be written was taken by somebody each time, so many times, as it comes from the engine.
 *
 * @returns what came of it, `done` or a refusal's code, and how often it was written
 */
export async function takenMeanwhile(
  what: keyof typeof WRITTEN,
  times: number,
  act: () => Promise<unknown>,
): Promise<[outcome: string, writes: number]> {
  const { collection } = WRITTEN[what];
  const known = await collection.findOne();
  const write = vi.spyOn(WRITTEN[what], "insertMany");
  for (let meeting = 0; meeting < times; meeting += 1) {
    write.mockImplementationOnce(() => collection.insertOne({ _id: known!._id }) as never);
  }
  try {
    await act();
    return ["done", write.mock.calls.length];
  } catch (error) {
    return [(error as { code: string }).code, write.mock.calls.length];
  } finally {
    write.mockRestore();
  }
}
