import { limit } from "~/platform/web/rate-limit.server";
import type { ReserveForm } from "../forms";
import { reserve } from "./reserve.server";

/**
 * Reserves what the form of a venue's page asks for.
 *
 * @returns the id of the reservation
 * @throws Refusal("too_many") and what `reserve` throws
 */
export async function reserveFromForm(
  { start, end, startSlot, endSlot, requestKey }: ReserveForm,
  { venueId, buyerId, now }: { venueId: string; buyerId: string; now: Date },
): Promise<string> {
  await limit("booking", buyerId);
  const reservation = await reserve({
    venueId,
    buyer: { id: buyerId },
    startDate: start,
    endDate: end,
    startSlot,
    endSlot,
    requestKey,
    now,
  });
  return reservation._id.toString();
}
