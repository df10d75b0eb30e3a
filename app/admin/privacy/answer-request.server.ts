import { enqueue } from "@jobs/queue";
import { Types, type ClientSession } from "mongoose";
import type { IdentityProof } from "@models/enumerations";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { addressData } from "~/offboarding/address-data.server";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { formatDay } from "~/platform/days";
import { mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { accountOfRequest, canLogIn } from "./account-of-request.server";
import {
  mailExtended,
  mailFulfilled,
  mailRefused,
  type Copy,
  type Named,
} from "./privacy-mails.server";
import { IDENTITY_LABELS, lastDay, mayExtend } from "../words/privacy-words";

export interface Treatment {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  requestId: string;
  now: Date;
}

/**
 * Notes how it was made sure that the request comes from the person.
 *
 * @throws Refusal("not_found" | "privacy_closed" | "forbidden")
 */
export async function checkIdentity({
  actor,
  requestId,
  now,
  identity,
}: Treatment & { identity: IdentityProof }): Promise<void> {
  await inTransaction(async (transaction) => {
    const request = await openRequest(requestId, transaction);
    if (request.identity === identity) return;
    await PrivacyRequestModel.updateOne({ _id: request._id }, { $set: { identity } }).session(
      transaction,
    );
    const after = IDENTITY_LABELS[identity];
    await recordAct(
      { actor, act: "privacy.identity", target: requestId, after, at: now },
      transaction,
    );
    await mayAct(actor, "privacy.treat", transaction);
  });
}

/**
 * Takes the two months more that the law allows once; the person is told why.
 *
 * @throws Refusal("not_found" | "privacy_closed" | "privacy_extended" | "privacy_late" | "forbidden")
 */
export async function extendRequest({
  actor,
  requestId,
  now,
  why,
}: Treatment & { why: string }): Promise<void> {
  await inTransaction(async (transaction) => {
    const request = await openRequest(requestId, transaction);
    if (request.extendedAt) throw new Refusal("privacy_extended");
    if (!mayExtend(request, now)) throw new Refusal("privacy_late");
    const dueOn = lastDay(request.receivedOn, true);
    await PrivacyRequestModel.updateOne(
      { _id: request._id },
      { $set: { dueOn, extendedAt: now } },
    ).session(transaction);
    const [before, after] = [formatDay(request.dueOn), formatDay(dueOn)];
    await recordAct(
      { actor, act: "privacy.extend", target: requestId, why, before, after, at: now },
      transaction,
    );
    await mayAct(actor, "privacy.treat", transaction);
    await mailExtended({ ...request, dueOn }, why, transaction);
  });
  await enqueue("send-mails");
}

/**
 * Answers a request that is granted. With an account, a copy of the data is the file of its settings, which asks
 * for a login; who cannot log in is handed it, and told so; without an account it is written in the mail. What is to be erased has a page of its own.
 *
 * @throws Refusal("not_found" | "privacy_closed" | "privacy_identity" | "privacy_erases" | "forbidden")
 */
export async function fulfilRequest({
  answer,
  ...treatment
}: Treatment & { answer: string }): Promise<void> {
  await close({ ...treatment, outcome: "fulfilled" }, async (request, transaction) => {
    if (request.kind === "erasure") throw new Refusal("privacy_erases");
    if (!request.identity) throw new Refusal("privacy_identity");
    await PrivacyRequestModel.updateOne({ _id: request._id }, { $set: { answer } }).session(
      transaction,
    );
    await mailFulfilled(request, answer, await copyFor(request, transaction), transaction);
  });
}

/** What the person is given of their data, and how; null where they did not ask for any. */
async function copyFor(request: Named, transaction: ClientSession): Promise<Copy | null> {
  if (request.kind !== "access" && request.kind !== "portability") return null;
  const account = await accountOfRequest(request, transaction);
  if (!account) return await addressData(request.email, transaction);
  return canLogIn(account) ? "account" : "handed";
}

/**
 * Refuses a request; the person is told why, and where they may complain.
 *
 * @throws Refusal("not_found" | "privacy_closed" | "forbidden")
 */
export async function refuseRequest({
  why,
  ...treatment
}: Treatment & { why: string }): Promise<void> {
  await close({ ...treatment, why, outcome: "refused" }, async (request, transaction) => {
    await PrivacyRequestModel.updateOne({ _id: request._id }, { $set: { answer: why } }).session(
      transaction,
    );
    await mailRefused(request, why, transaction);
  });
}

/** Ends a request once, with what is told to the person in the same transaction. */
export async function close(
  {
    actor,
    requestId,
    now,
    outcome,
    why,
  }: Treatment & { outcome: "fulfilled" | "refused"; why?: string },
  andTell: (request: Named, transaction: ClientSession) => Promise<void>,
): Promise<void> {
  await inTransaction(async (transaction) => {
    const request = await openRequest(requestId, transaction);
    await PrivacyRequestModel.updateOne(
      { _id: request._id },
      { $set: { outcome, closedAt: now } },
    ).session(transaction);
    await recordAct(
      {
        actor,
        act: outcome === "fulfilled" ? "privacy.fulfil" : "privacy.refuse",
        target: requestId,
        ...(why !== undefined && { why }),
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "privacy.treat", transaction);
    await andTell(request, transaction);
  });
  await enqueue("send-mails");
}

async function openRequest(id: string, transaction: ClientSession): Promise<Named> {
  const request = await PrivacyRequestModel.findById(new Types.ObjectId(id))
    .session(transaction)
    .lean<PrivacyRequest>();
  if (!request) throw new Refusal("not_found");
  const { email } = request;
  if (request.outcome || email === undefined) throw new Refusal("privacy_closed");
  return { ...request, email };
}
