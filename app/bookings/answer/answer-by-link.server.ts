/** Who answers by a mail's link, without logging in. */
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { namedByToken, readLateToken, type OwnersPurpose } from "../mail/answer-link.server";
import type { AnswerKind } from "./answer-page.server";
import type { Answer } from "./answer-request.server";

/** The same answer from the owner's account, where a link is not good, or no longer. */
export interface LoginFirst {
  to: string;
  toast: { type: "error"; message: string };
}

const OVER = "Ce lien n’est plus valable\u00a0: répondez depuis votre compte.";
const PAGES = { "answer-link": "", "change-link": "/dates" } as const;

/**
 * Whose answer a signed link stands for. Not for its owner's when it is forged, a month too late, or was mailed to an
 * address that they have no more: somebody else may read that mailbox.
 *
 * @throws Refusal("not_found") for what no link has
 */
export async function answerByLink(
  { token, answer }: { token: string; answer: AnswerKind },
  now: Date,
  purpose: OwnersPurpose = "answer-link",
): Promise<Answer | LoginFirst> {
  const reservationId = namedByToken(token);
  if (reservationId === null) throw new Refusal("not_found");
  const reservation = await ReservationModel.findById(reservationId, "ownerId").lean();
  const owner = reservation && (await UserModel.findById(reservation.ownerId, "email").lean());
  if (owner && readLateToken(token, now, owner.email, purpose)) {
    return { reservationId, ownerId: null, now };
  }
  const to = `/mes-locations/demandes/${reservationId}${PAGES[purpose]}/${answer}`;
  return { to, toast: { type: "error", message: OVER } };
}
