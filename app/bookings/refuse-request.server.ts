import type { Reservation } from "@models/reservation";
import { answerRequest, type Answer } from "./answer-request.server";
import { finishMove } from "./finish-move.server";

const NO_REASON = "Sans motif précisé";

/**
 * An owner refuses a request: the card's authorisation is released and the days are free again.
 *
 * @param answer.why shown to the buyer
 * @returns the reservation: `cancelled`, or still `cancelling` when Stripe does not answer
 * @throws Refusal("not_found" | "already_answered")
 */
export async function refuseRequest(answer: Answer & { why?: string }): Promise<Reservation> {
  const why = answer.why?.trim() ? answer.why.trim() : NO_REASON;
  const moved = await answerRequest(answer, {
    event: "refuse",
    why: `Refusée par le propriétaire : ${why}`,
    reason: why,
  });
  return await finishMove(moved, answer.now);
}
