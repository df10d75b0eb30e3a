import { REPORT_REASONS, type Measure } from "@models/enumerations";
import {
  ModerationDecisionModel,
  type Appeal,
  type ModerationDecision,
} from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import type { Reservation } from "@models/reservation";
import { toObstacle, type Obstacle } from "~/offboarding/departure-obstacles.server";
import { formatInstant } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { Refusal } from "~/platform/refusal";
import { removedPicture, type RemovedPicture } from "~/reports/appeal.server";
import { OUTCOME_WORDS } from "~/reports/appeal-limit";
import { standingOf, standingOfBan, type Standing } from "~/reports/standing.server";
import { venueVersion } from "~/venues/own-venue.server";
import { comingAtVenue, comingReservations } from "../users/cancel-coming.server";
import { comingSeen, givenBackText } from "../users/coming-money";
import { keptText } from "../users/kept-requests";
import { measureDone } from "../measures/measures";
import { moderationHistory, type ModerationLine } from "../measures/moderation-history.server";
import { elsewhereAmong } from "../reviews/moved-venues.server";
import { fullName } from "../words/person";
import { ownOf, readersInstead, type Own } from "./appeal-readers.server";
import { reportedOf, reportsSeen, undecidedOn, type Reported } from "./reported.server";
import { reportedPlace, type ReportedPlace } from "./reported-place.server";

/** Reservations to come: what calling them off gives back, and what keeping them cannot keep; null: nothing. */
interface Coming {
  list: Obstacle[];
  givenBack: string;
  kept: string | null;
  seen: string;
}

/** The reports on one thing, as the back-office shows them. */
export interface ModerationRecord {
  /** Of the report that the page was opened by. */
  id: string;
  isOpen: boolean;
  reported: Reported;
  /** Of a venue; null: it is none, or unknown. */
  place: ReportedPlace | null;
  /** The undecided ones, the oldest first; the one of the page when there is none. */
  reports: { id: string; reason: string; text: string; email: string | null; at: string }[];
  /** Which they are, as the form that decides of them carries it. */
  reportsSeen: string;
  /** Of the venue as it stands, likewise (`versionOf`); null of what is none. */
  version: string | null;
  history: ModerationLine[];
  /** Of the venue, or, where the account would be banned, of the account. */
  coming: Record<"suspendre" | "bannir", Coming>;
}

/** @throws Refusal("not_found") */
export async function moderationRecord(reportId: string, now: Date): Promise<ModerationRecord> {
  const report = await ReportModel.findById(reportId).lean();
  if (!report) throw new Refusal("not_found");
  const reported = await reportedOf(report);
  const [undecided, history, atVenue, ofPerson, version] = await Promise.all([
    undecidedOn(report, null),
    moderationHistory(reported.target),
    report.kind === "venue" ? comingAtVenue(reported.target, now) : [],
    reported.person ? comingReservations(reported.person.id, now) : [],
    report.kind === "venue" ? venueVersion(reported.target, null) : null,
  ]);
  const toComing = (list: readonly Reservation[], kept: string | null) => ({
    list: list.map(toObstacle),
    givenBack: givenBackText(list),
    kept,
    seen: comingSeen(list),
  });
  return {
    id: reportId,
    isOpen: undecided.length > 0,
    reported,
    place: report.kind === "venue" ? await reportedPlace(reported.target, atVenue) : null,
    reports: (undecided.length > 0 ? undecided : [report]).map((one) => ({
      id: one._id.toString(),
      reason: knownOr(REPORT_REASONS, one.reason, OTHER),
      text: one.text,
      email: one.email ?? null,
      at: formatInstant(one.createdAt),
    })),
    reportsSeen: reportsSeen(undecided),
    version,
    history,
    coming: {
      suspendre: toComing(atVenue, null),
      bannir: toComing(ofPerson, reported.person && keptText(ofPerson, reported.person.id)),
    },
  };
}

/**
 * The same of reports that a measure can still decide.
 *
 * @throws Refusal("not_found" | "report_decided")
 */
export async function decidableRecord(
  reportId: string,
  measure: Measure,
  now: Date,
): Promise<ModerationRecord> {
  const record = await moderationRecord(reportId, now);
  const isPossible = measure === "retirer" || record.reported.measures.includes(measure);
  if (!record.isOpen || !isPossible) throw new Refusal("report_decided");
  return record;
}

/** An appeal, as the back-office shows it. */
export interface AppealRecord {
  id: string;
  reported: Reported;
  /** 'Lieu suspendu' */
  measure: string;
  /** Of a photo that was taken off: its picture; null: none, or it is erased by now. */
  photo: RemovedPicture | null;
  /** What has become of it since: turned round, it lifts what still stands of it alone. */
  standing: Standing;
  /** Whether its review stays hidden even so, for its venue is in another town by now. */
  staysHidden: boolean;
  /** Whether turning it round asks for the password: an account is opened again. */
  asksPassword: boolean;
  why: string;
  decidedAt: string;
  text: string;
  at: string;
  /** 'Décision annulée', why, and by whom and when; null: not answered yet. */
  answer: { outcome: string; why: string; by: string } | null;
  /** How whoever looks is party to it; null: they are not. */
  own: Own | null;
  /** Who is to answer it instead of them, a party to it or who could not grant it: 'Paul Durand (support)'; null: they may do it. */
  readers: string | null;
}

/** @throws Refusal("not_found") */
export async function appealRecord(decisionId: string, adminId: string): Promise<AppealRecord> {
  const decision = await ModerationDecisionModel.findById(decisionId).lean<ModerationDecision>();
  if (!decision?.appeal) throw new Refusal("not_found");
  const { measure, why, at, appeal } = decision;
  const standing = await standingOf(decision);
  return {
    id: decisionId,
    reported: await reportedOf(decision),
    measure: measureDone(measure),
    photo: await removedPicture(decision),
    standing,
    staysHidden: standing === "stands" && (await staysHidden(decision)),
    asksPassword: measure === "bannir" && (await standingOfBan(decision)) === "stands",
    why,
    decidedAt: formatInstant(at),
    text: appeal.text,
    at: formatInstant(appeal.at),
    answer: await answerOf(appeal),
    own: ownOf(decision, adminId),
    readers: await otherReaders(decision, adminId),
  };
}

async function staysHidden({ kind, target }: ModerationDecision): Promise<boolean> {
  const review = kind === "review" ? await ReviewModel.findById(target).lean() : null;
  return review !== null && (await elsewhereAmong([review])).size > 0;
}

async function answerOf({
  outcome,
  why,
  admin,
  decidedAt,
}: Appeal): Promise<AppealRecord["answer"]> {
  if (!outcome || !decidedAt) return null;
  const reader = await UserModel.findById(admin, "name lastname").lean();
  const name = reader ? fullName(reader) : "un ancien compte";
  const by = `Par ${name}, ${formatInstant(decidedAt)}`;
  return { outcome: OUTCOME_WORDS[outcome], why: why ?? "", by };
}

const either = new Intl.ListFormat("fr", { type: "disjunction" });

async function otherReaders(
  decision: ModerationDecision,
  adminId: string,
): Promise<AppealRecord["readers"]> {
  const others = await readersInstead(decision, { id: adminId }, null);
  const names = others.map((one) => `${fullName(one)} (${one.adminRole})`);
  return names.length > 0 ? either.format(names.toSorted()) : null;
}
