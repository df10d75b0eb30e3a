import type { ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { forgetAddress, statementsTo } from "~/offboarding/address-data.server";
import { requestsOfAddress } from "~/offboarding/requests-of-address.server";
import { endedRequests, openRequests } from "~/offboarding/unanswered.server";
import { formatDay } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { confirmActor, mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { deleteUser } from "../users/delete-user.server";
import { accountOfRequest, isProvedAddress } from "./account-of-request.server";
import { close } from "./answer-request.server";
import { mailErased } from "./privacy-mails.server";

/**
 * Does what a request to erase asks: closes its account, as its holder could, or takes the address
 * off all that was left under it without one. What the law makes the platform keep stays, without a name.
 *
 * @param request.cancelComing calls reservations to come off first; otherwise they keep the account
 * @param request.seen what the page said of them (`comingSeen`)
 * @throws Refusal("not_found" | "privacy_closed" | "privacy_identity" | "unavailable"), and those of `deleteUser`
 */
export async function eraseForRequest(request: {
  actor: Actor;
  requestId: string;
  password: string | undefined;
  cancelComing: boolean;
  seen?: string;
  now: Date;
}): Promise<void> {
  const { actor, requestId, password, cancelComing, seen, now } = request;
  await dueErasure(requestId);
  await confirmActor(actor, password, now);
  // A colleague may have refused it by then, and what is called off stays so.
  const asked = await dueErasure(requestId);
  const user = await accountOfRequest(asked);
  if (user) {
    const why = `Votre demande d’effacement du ${formatDay(asked.receivedOn)}.`;
    await deleteUser({
      ...{ actor, userId: user._id.toString(), why, password, now },
      ...{ cancelComing, ...(seen !== undefined && { seen }) },
      // Whose signup it is nobody may have proved; whose request it is was.
      isAsked: true,
      // The closing ends the request; what is left is to write down that it did.
      alongside: async (transaction) => {
        await endedByClosing(requestId, now, transaction);
        await forgetFormer(asked.email, user.email, now, transaction);
        await recordAct({ actor, act: "privacy.fulfil", target: requestId, at: now }, transaction);
      },
    });
    return;
  }
  await close({ actor, requestId, now, outcome: "fulfilled" }, async (open, transaction) => {
    // Made at this moment: it would stay while its holder is told that nothing does. Pressed again, it is closed.
    if (await accountOfRequest(open, transaction)) throw new Refusal("unavailable");
    const { email } = open;
    const whose = await requestsOfAddress(email, transaction);
    const ended = endedRequests(await openRequests(whose, transaction));
    await forgetAddress(email, now, transaction);
    const statements = await statementsTo(email, transaction);
    await mailErased(open, { ended, statements }, transaction);
    await mayAct(actor, "people.delete", transaction);
  });
  await enqueue("finish-leftovers");
}

/** What was left under the address that the request came from, where the account has another since and nobody else has it. */
async function forgetFormer(
  asked: string | undefined,
  own: string,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  if (asked === undefined || asked === own) return;
  if (await isProvedAddress(asked, transaction)) return;
  await forgetAddress(asked, now, transaction);
}

/** @throws Refusal("not_found" | "privacy_closed" | "privacy_identity") */
async function dueErasure(requestId: string): Promise<PrivacyRequest> {
  const asked = await PrivacyRequestModel.findById(requestId).lean<PrivacyRequest>();
  if (asked?.kind !== "erasure") throw new Refusal("not_found");
  if (asked.outcome) throw new Refusal("privacy_closed");
  if (!asked.identity) throw new Refusal("privacy_identity");
  return asked;
}

/**
 * Makes sure that the closing found the request open: one that a colleague has refused meanwhile erases nothing.
 *
 * @throws Refusal("privacy_closed")
 */
async function endedByClosing(
  requestId: string,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const ended = { _id: requestId, outcome: "fulfilled", closedAt: now } as const;
  const isEnded = await PrivacyRequestModel.exists(ended).session(transaction);
  if (!isEnded) throw new Refusal("privacy_closed");
}
