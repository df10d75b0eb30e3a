import type { PrivacyKind } from "@models/enumerations";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { UserModel } from "@models/user";
import { addressData } from "~/offboarding/address-data.server";
import { requestsOfAddress } from "~/offboarding/requests-of-address.server";
import { endedRequests, openRequests } from "~/offboarding/unanswered.server";
import { lastStatement } from "~/offboarding/what-stays";
import { formatDay, formatInstant } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { counted } from "~/platform/numbers";
import { Refusal } from "~/platform/refusal";
import { actsOn, type AuditLine } from "../journal/list-audit.server";
import { deadlineText } from "~/rules/deadline-words";
import { fullName } from "../words/person";
import { accountOfRequest, canLogIn, isProvedAddress } from "./account-of-request.server";
import { userDeparture, type UserDeparture } from "../users/user-departure.server";
import {
  FORGOTTEN,
  IDENTITY_LABELS,
  endOf,
  lastDay,
  mayExtend,
  PRIVACY_CHANNEL_LABELS,
  privacyWords,
  requestText,
  stateOf,
  type PrivacyState,
} from "../words/privacy-words";

/** A request about somebody's data, as the back-office shows it. */
export interface PrivacyRecord {
  id: string;
  kind: PrivacyKind;
  /** 'Effacement' */
  title: string;
  state: PrivacyState;
  /** The person's name or address, or that they are forgotten. */
  person: string;
  email: string | null;
  channel: string;
  details: string | null;
  receivedOn: string;
  /** As a date and in words. */
  due: string;
  isExtended: boolean;
  mayExtend: boolean;
  /** The last day with the two months more. */
  extendedTo: string;
  identity: string | null;
  messageId: string | null;
  /** The account of that address, while it is open. */
  account: { id: string; name: string; isBanned: boolean; canLogIn: boolean } | null;
  /** What is kept of the address alone: '2 messages, 1 signalement, 5 e-mails'; null: nothing. */
  held: string | null;
  /** Of that, what an erasure takes; null: nothing. */
  erasable: string | null;
  /** And what it leaves, for the law has it kept: '…, gardée jusqu’au relevé de janvier 2027, …'; null: nothing. */
  stays: string | null;
  closedAt: string | null;
  answer: string | null;
  acts: AuditLine[];
}

const ACTS_SHOWN = 20;

/** @throws Refusal("not_found") */
export async function privacyRecord(id: string, now: Date): Promise<PrivacyRecord> {
  const request = await PrivacyRequestModel.findById(id).lean();
  if (!request) throw new Refusal("not_found");
  const { kind, email, name, receivedOn, dueOn, outcome, identity, closedAt } = request;
  const [account, held, acts] = await Promise.all([
    accountOf(request),
    email === undefined ? UNKNOWN : heldOf(email),
    actsOn(id, ACTS_SHOWN),
  ]);
  return {
    id,
    kind,
    title: privacyWords(kind).label,
    state: stateOf(outcome),
    person: name ?? email ?? FORGOTTEN,
    email: email ?? null,
    channel: knownOr(PRIVACY_CHANNEL_LABELS, request.channel, OTHER),
    details: request.details ?? null,
    receivedOn: formatDay(receivedOn),
    due: outcome ? formatDay(dueOn) : deadlineText(endOf(dueOn), now),
    isExtended: request.extendedAt !== undefined,
    mayExtend: mayExtend(request, now),
    extendedTo: formatDay(lastDay(receivedOn, true)),
    identity: identity ? IDENTITY_LABELS[identity] : null,
    messageId: request.message?.toString() ?? null,
    account,
    ...held,
    closedAt: closedAt ? formatInstant(closedAt) : null,
    answer: request.answer ?? null,
    acts,
  };
}

/** What an open request to erase would end, to be said before it is: other requests, too. @throws Refusal("not_found" | "privacy_closed") */
export async function erasurePreview(
  id: string,
  now: Date,
): Promise<{ request: PrivacyRecord; departure: UserDeparture | null; ended: string[] }> {
  const request = await privacyRecord(id, now);
  if (request.kind !== "erasure") throw new Refusal("not_found");
  if (request.state !== "open") throw new Refusal("privacy_closed");
  const { account, email } = request;
  const departure = account && (await userDeparture(account.id, now, true));
  const user = account && (await UserModel.findById(account.id, "email").lean());
  // A closing says by itself what it ends.
  if (email === null || user?.email === email) return { request, departure, ended: [] };
  // Its account has another address since: what another's has here is theirs.
  const isOthers = user !== null && (await isProvedAddress(email, null));
  if (isOthers)
    return { request: { ...request, erasable: null, stays: null }, departure, ended: [] };
  const others = await openRequests(await requestsOfAddress(email, null), null);
  return { request, departure, ended: endedRequests(others).map(requestText) };
}

async function accountOf(request: PrivacyRequest): Promise<PrivacyRecord["account"]> {
  const user = await accountOfRequest(request);
  if (!user) return null;
  return {
    id: user._id.toString(),
    name: fullName(user),
    isBanned: user.bannedAt !== undefined,
    canLogIn: canLogIn(user),
  };
}

type Held = Pick<PrivacyRecord, "held" | "erasable" | "stays">;

/** Of an address that is forgotten. */
const UNKNOWN: Held = { held: "", erasable: "", stays: null };

async function heldOf(email: string): Promise<Held> {
  const { messages, reports, mails, statements } = await addressData(email);
  const some = (count: number, one: string, many: string) =>
    count > 0 ? [counted(count, one, many)] : [];
  const erasable = [
    ...some(messages.length, "message", "messages"),
    ...some(reports.length, "signalement", "signalements"),
    ...some(mails.length, "e-mail envoyé", "e-mails envoyés"),
  ];
  const stays = statements.map(
    (years) =>
      `adresse d’un compte fermé, gardée jusqu’au relevé de ${lastStatement(years)}, ou de février si l’e-mail de janvier n’a pas pu être remis`,
  );
  const text = (parts: readonly string[]) => (parts.length > 0 ? parts.join(", ") : null);
  return { held: text([...erasable, ...stays]), erasable: text(erasable), stays: text(stays) };
}
