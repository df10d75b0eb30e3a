import { Types, type ClientSession, type QueryFilter } from "mongoose";
import { ModerationDecisionModel, type ModerationDecision } from "@models/moderation-decision";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import type { User } from "@models/user";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { requestsOfAddress } from "./requests-of-address.server";

/** What somebody waits for an answer to, and what ends without one when their account is closed. */
export interface Unanswered {
  /** Decisions that they appeal against. */
  appealed: (ModerationDecision & Required<Pick<ModerationDecision, "appeal">>)[];
  /** About their data. */
  requests: PrivacyRequest[];
}

/** @param transaction null: as it was committed last */
export async function unansweredOf(
  { _id, email }: Pick<User, "_id" | "email">,
  transaction: ClientSession | null,
): Promise<Unanswered> {
  const appealed = await unansweredAppeals(_id, transaction);
  const ofAddress = await requestsOfAddress(email, transaction);
  const requests = await openRequests({ $or: [{ user: _id }, ofAddress] }, transaction);
  return { appealed, requests };
}

/** Of these what they asked about their data; of an address without an account there is nothing else. */
export async function openRequests(
  whose: QueryFilter<PrivacyRequest>,
  transaction: ClientSession | null,
): Promise<PrivacyRequest[]> {
  return await PrivacyRequestModel.find({ ...whose, outcome: NOT_SET })
    .session(transaction)
    .lean<PrivacyRequest[]>();
}

/** Those that end without an answer when the data go: to erase them is what the others ask for. */
export function endedRequests(requests: readonly PrivacyRequest[]): PrivacyRequest[] {
  return requests.filter(({ kind }) => kind !== "erasure");
}

/** Of these what they appeal against. */
export async function unansweredAppeals(
  person: Types.ObjectId | string,
  transaction: ClientSession | null,
): Promise<Unanswered["appealed"]> {
  return await ModerationDecisionModel.find({
    person: new Types.ObjectId(person),
    ...{ "appeal.at": IS_SET, "appeal.outcome": NOT_SET },
  })
    .session(transaction)
    .lean<Unanswered["appealed"]>();
}
