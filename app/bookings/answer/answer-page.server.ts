import { isAccountOpen } from "~/accounts/keep-account-open.server";
import { Refusal } from "~/platform/refusal";
import type { InputData } from "~/platform/web/input";
import { zoneOf } from "~/platform/zones";
import { joinedReservation } from "../record/joined-reservation.server";
import { acceptRequest, refuseRequest, type Answer } from "./answer-request.server";
import type { answerInput } from "./forms";
import { receivedRequest, type ReceivedRequest } from "./received-request.server";

/** The two answers, as they stand in the addresses of their pages. */
export const ANSWER_KINDS = ["accepter", "refuser"] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** A request, as its owner reads it before they answer. */
export interface AnswerableRequest extends ReceivedRequest {
  /** Whether a refusal's reason reaches the buyer: not of an owner who is banned. */
  takesReason: boolean;
}

/**
 * The request that an owner is about to answer, or has answered: only `pending` awaits an answer.
 *
 * @throws Refusal("not_found"), also for a yes that would be refused so
 */
export async function answerPage(
  kind: AnswerKind,
  { reservationId, ownerId, now }: Answer,
): Promise<AnswerableRequest> {
  const found = await joinedReservation(reservationId, ["buyer", "venue"]);
  if (!found) throw new Refusal("not_found");
  const {
    reservation,
    buyer: [buyer],
    venue: [venue],
  } = found;
  if (ownerId !== null && reservation.ownerId.toString() !== ownerId) {
    throw new Refusal("not_found");
  }
  const request = receivedRequest(reservation, buyer, now, zoneOf(venue?.postalCode));
  if (request.state === "hold" || request.state === "dead") {
    throw new Refusal("not_found");
  }
  const takesReason = request.state === "pending" && (await isAccountOpen(reservation.ownerId));
  const wouldAccept = kind === "accepter" && request.state === "pending";
  if (wouldAccept && !takesReason) throw new Refusal("not_found");
  return { ...request, takesReason };
}

/**
 * Accepts or refuses.
 *
 * @param said.why a refusal's reason, shown to the buyer, but of an owner who is banned
 * @param said.keepClosed a refusal leaves the days closed
 * @returns what to tell the owner
 * @throws Refusal("not_found" | "already_answered" | "answer_not_awaited")
 */
export async function giveAnswer(
  kind: AnswerKind,
  answer: Answer,
  { why, keepClosed }: Partial<InputData<typeof answerInput>> = {},
): Promise<string> {
  if (kind === "refuser") {
    await refuseRequest({ ...answer, why, keepClosed });
    return "La demande est refusée.";
  }
  const { status } = await acceptRequest(answer);
  if (status === "confirmed") return "La réservation est confirmée.";
  return status === "cancelled"
    ? "Le paiement n’a pas abouti\u00a0: la demande est annulée, et le client prévenu."
    : "Votre accord est noté\u00a0; le paiement est en cours de confirmation.";
}
