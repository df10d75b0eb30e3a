import type { Reservation } from "@models/reservation";
import { answerRequest, type Answer } from "./answer-request.server";
import { finishMove } from "./finish-move.server";

/**
 * An owner accepts a request: its payment is taken and the reservation confirmed.
 *
 * @returns the reservation: `confirmed`; `cancelled` when the card's authorisation is gone; or still
 * `capturing` when Stripe does not answer, to be finished by the reconciliation job
 * @throws Refusal("not_found" | "already_answered")
 */
export async function acceptRequest(answer: Answer): Promise<Reservation> {
  const moved = await answerRequest(answer, {
    event: "accept",
    why: "Acceptée par le propriétaire",
  });
  return await finishMove(moved, answer.now);
}
