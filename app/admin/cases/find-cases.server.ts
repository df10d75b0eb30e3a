import { trusted, type ClientSession } from "mongoose";
import { CaseSettlementModel } from "@models/case-settlement";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { openDifferences, settlementOfDifference } from "~/payments/compare-ledger.server";
import { MOVEMENT_LABELS } from "~/payments/ledger-sums";
import { openCases, settlementOf } from "~/payments/payment-cases.server";
import { isAway } from "~/platform/database-errors.server";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { logger } from "~/platform/log.server";
import { formatEuros } from "~/platform/money";
import { NOT_SET } from "~/platform/not-set.server";
import { ofName } from "~/platform/of-name";
import { REVIEW_DAYS } from "~/reviews/reading-time";
import { registryText } from "~/rules/registry-number";
import { CASE_KINDS, kindOfKey, type CaseKind } from "../words/case-kinds";
import { fullName, kindOf } from "../words/person";
import { objectId } from "~/platform/web/fields";
import {
  CASES_OF_A_KIND,
  casePath,
  idOfKey,
  PAYMENT_TITLES,
  type FoundCase,
  type Sought,
} from "./case-file";
import { openDisputes } from "./find-disputes.server";
import { heldPayouts } from "./find-held-payouts.server";
import { openAppeals, openReports } from "./find-moderation.server";
import { openPrivacyRequests } from "./find-privacy.server";
import { deadMails, stoppedJobs } from "./find-stopped.server";
import { reservationsOf } from "./reservations-of-cases.server";

/** How long a submission may wait for its answer. */
const MASTER_DAYS = 5;
/** How long somebody's money may lie where it should not. */
const PAYMENT_DAYS = 5;

type Find = (sought: Sought) => Promise<FoundCase[]>;

/** What looks up the cases of a kind, so many at a time. */
const FINDERS: Record<CaseKind, Find> = {
  master: pendingMasters,
  review: unreadReviews,
  report: openReports,
  appeal: openAppeals,
  privacy: openPrivacyRequests,
  dispute: openDisputes,
  payment: paymentCases,
  ledger: ledgerDifferences,
  owner: restrictedOwners,
  payout: heldPayouts,
  mail: deadMails,
  job: stoppedJobs,
};

export interface FoundCases {
  cases: FoundCase[];
  /** The kinds whose cases could not be found, and are left out. */
  unread: CaseKind[];
}

/**
 * Everything that waits for a person, but what somebody put away as it still is.
 *
 * @param most so many of each kind
 * @param find what looks up those of a kind
 */
export async function findCases(most = CASES_OF_A_KIND, find = casesOf): Promise<FoundCases> {
  const found = await Promise.all(CASE_KINDS.map((kind) => casesOrNull(kind, most, find)));
  return {
    cases: found.flatMap((cases) => cases ?? []),
    unread: CASE_KINDS.filter((_, place) => found[place] === null),
  };
}

/** Null, told in the log, where one of them cannot be read: every page of the office asks for all kinds, and has to stand without. */
export async function casesOrNull(
  kind: CaseKind,
  most: number,
  find = casesOf,
): Promise<FoundCase[] | null> {
  try {
    return await find(kind, most);
  } catch (error) {
    if (isAway(error)) throw error;
    logger.error({ err: error, kind }, "cases of a kind not found");
    return null;
  }
}

/** The same of one kind. */
export async function casesOf(kind: CaseKind, most: number): Promise<FoundCase[]> {
  const cases: FoundCase[] = [];
  for await (const some of everyCaseOf(kind)) {
    cases.push(...some);
    if (cases.length >= most) break;
  }
  return cases.slice(0, most);
}

/**
 * All cases of a kind that nobody put away, some at a time. What was is still found, so that more are looked up as long as
 * it takes the others' place.
 */
async function* everyCaseOf(kind: CaseKind): AsyncGenerator<FoundCase[]> {
  for (let skip = 0; ; skip += CASES_OF_A_KIND) {
    const found = await FINDERS[kind]({ skip });
    yield await withoutSettled(found);
    if (found.length < CASES_OF_A_KIND) return;
  }
}

/** The kinds of cases that can be put away, and are found one by one. */
const PUT_AWAY: readonly CaseKind[] = [
  ...(["dispute", "payment", "ledger", "owner", "payout", "mail", "job"] as const),
];
const KNOWN_BY_OBJECT_ID: readonly CaseKind[] = ["owner", "payout", "mail", "job"];

/** Whether `findCase` finds those of this kind. */
export const isFoundByKey = (kind: CaseKind): boolean => PUT_AWAY.includes(kind);

/** One that can be put away, and is not; also one that the queue does not show, which has so many of a kind at most. */
export async function findCase(key: string): Promise<FoundCase | undefined> {
  const kind = kindOfKey(key);
  if (!kind || !isFoundByKey(kind)) return undefined;
  const id = idOfKey(key);
  if (KNOWN_BY_OBJECT_ID.includes(kind) && !objectId.safeParse(id).success) return undefined;
  const found = await casesByIds(kind, [id]);
  return found.find((one) => one.key === key);
}

/** Of these cases of a kind that can be put away, at most 100, those that nobody did. @param ids as their keys have them */
export async function casesByIds(kind: CaseKind, ids: readonly string[]): Promise<FoundCase[]> {
  return ids.length === 0 ? [] : await withoutSettled(await FINDERS[kind]({ skip: 0, ids }));
}

async function withoutSettled(cases: FoundCase[]): Promise<FoundCase[]> {
  const keys = cases.filter(({ mark }) => mark !== null).map(({ key }) => key);
  // Asked on every page of the office, whose menu counts what waits.
  if (keys.length === 0) return cases;
  const settled = await CaseSettlementModel.find({ _id: trusted({ $in: keys }) }, "mark").lean();
  const marks = new Map(settled.map(({ _id, mark }) => [_id, mark]));
  return cases.filter(({ key, mark }) => mark === null || marks.get(key) !== mark);
}

/**
 * Whether somebody put a case away as it is. Asked again where that is written: two may have found it before either of them did.
 *
 * @param mark as it was found
 */
export async function isPutAway(
  { key, mark }: Pick<FoundCase, "key" | "mark">,
  transaction: ClientSession,
): Promise<boolean> {
  if (mark === null) return false;
  const settled = { _id: key, mark };
  return (await CaseSettlementModel.exists(settled).session(transaction)) !== null;
}

/** Until its address is proved a submission is anybody's, and waits for no answer (decision 047): many of them would take the place of others. */
async function pendingMasters({ skip }: Sought): Promise<FoundCase[]> {
  const masters = await UserModel.find(
    { masterStatus: "pending", isVerified: true, bannedAt: NOT_SET },
    "name lastname entityName type role natureOfCollectivity isAdmin siret createdAt",
  )
    .sort({ createdAt: 1, _id: 1 })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .lean();
  return masters.map((master) => {
    const id = master._id.toString();
    const facts = [
      kindOf(master),
      ...(master.siret ? [`SIRET ${registryText(master.siret)}`] : []),
    ];
    return {
      key: `master:${id}`,
      kind: "master",
      title: master.entityName ?? fullName(master),
      context: `${facts.join(", ")}. Présenté par ${fullName(master)}.`,
      href: `/admin/master/${id}`,
      since: master.createdAt,
      deadline: addMinutes(master.createdAt, MASTER_DAYS * DAY_MINUTES),
      amount: null,
      mark: null,
    };
  });
}

/** What buyers wrote, and nobody has read yet. */
async function unreadReviews({ skip }: Sought): Promise<FoundCase[]> {
  const reviews = await ReviewModel.find({ state: "pending" })
    .sort({ createdAt: 1, _id: 1 })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .lean();
  return reviews.map(({ _id, authorName, rating, text, createdAt }) => ({
    key: `review:${_id.toString()}`,
    kind: "review",
    title: `Avis ${ofName(authorName)}\u00a0: ${rating} sur 5`,
    context: `«\u00a0${text}\u00a0»`,
    href: `/admin/avis/${_id.toString()}`,
    since: createdAt,
    deadline: addMinutes(createdAt, REVIEW_DAYS * DAY_MINUTES),
    amount: null,
    mark: null,
  }));
}

/** What payments need a person for: refused refunds, disputes under a refund, and the like. */
async function paymentCases({ skip, ids }: Sought): Promise<FoundCase[]> {
  const cases = await openCases(CASES_OF_A_KIND, skip, ids);
  const about = await reservationsOf(cases);
  return cases.map((payment) => {
    const { kind, amount, reason, reservation, since } = payment;
    const { key, mark } = settlementOf(payment);
    const known = about.get(reservation.toString());
    return {
      key,
      kind: "payment",
      title: `${knownOr(PAYMENT_TITLES, kind, OTHER)}\u00a0: ${formatEuros(amount)}`,
      context: `${known?.name ?? "Réservation inconnue"}. Dernière réponse\u00a0: «\u00a0${reason}\u00a0».`,
      href: known?.href ?? casePath(key),
      since,
      deadline: addMinutes(since, PAYMENT_DAYS * DAY_MINUTES),
      amount: formatEuros(amount),
      mark,
    };
  });
}

/** What the ledger and Stripe do not tell alike. */
async function ledgerDifferences({ skip, ids }: Sought): Promise<FoundCase[]> {
  const differences = await openDifferences(CASES_OF_A_KIND, skip, ids);
  const about = await reservationsOf(
    differences.flatMap(({ reservation }) => (reservation ? [{ reservation }] : [])),
  );
  const euros = (amount: number | undefined) =>
    amount === undefined ? "absent" : formatEuros(amount);
  return differences.map((difference) => {
    const { type, reservation, ledgerAmount, stripeAmount, since } = difference;
    const { key, mark } = settlementOfDifference(difference);
    const known = reservation && about.get(reservation.toString());
    return {
      key,
      kind: "ledger",
      title: `${knownOr(MOVEMENT_LABELS, type, OTHER)}\u00a0: le registre et Stripe diffèrent`,
      context: `${known?.name ?? "Réservation inconnue"}. Au registre\u00a0: ${euros(ledgerAmount)}, chez Stripe\u00a0: ${euros(stripeAmount)}.`,
      href: known?.href ?? casePath(key),
      since,
      deadline: addMinutes(since, PAYMENT_DAYS * DAY_MINUTES),
      amount: formatEuros(stripeAmount ?? ledgerAmount ?? 0),
      mark,
    };
  });
}

/** Owners whom Stripe does not pay any more. */
async function restrictedOwners({ skip, ids }: Sought): Promise<FoundCase[]> {
  const restricted = { stripeStats: "restricted", bannedAt: NOT_SET, deletedAt: NOT_SET } as const;
  const owners = await UserModel.find(
    { ...restricted, ...(ids && { _id: trusted({ $in: ids }) }) },
    "name lastname entityName stripeStatsAt",
  )
    .sort({ _id: 1 })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .lean();
  return owners.map((owner) => {
    const key = `owner:${owner._id.toString()}`;
    const name = owner.entityName ?? fullName(owner);
    return {
      key,
      kind: "owner",
      title: `${name}\u00a0: plus aucun versement possible`,
      context:
        "Stripe a limité ce compte\u00a0: rien ne peut lui être versé, et ses lieux, s’il en a, sont hors des recherches.",
      href: casePath(key),
      since: owner.stripeStatsAt ?? null,
      deadline: null,
      amount: null,
      mark: String(owner.stripeStatsAt?.getTime() ?? ""),
    };
  });
}
