import { trusted, type ClientSession, type Model, type QueryFilter, type Types } from "mongoose";
import { MEASURES, type DecidedKind, type Measure } from "@models/enumerations";
import type { ModerationDecision } from "@models/moderation-decision";
import { ReportModel, type Report } from "@models/report";
import { ReviewModel, type Review } from "@models/review";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { knownOr, OTHER } from "~/platform/known-value";
import { NOT_SET } from "~/platform/not-set.server";
import { ofName } from "~/platform/of-name";
import { venueName } from "~/rules/venue-name";
import { fullName } from "../words/person";
import { MEASURES_OF } from "../measures/measures";

/** What a report or a decision speaks of. */
export interface Reported {
  kind: DecidedKind;
  /** The venue's id, the review's or the account's. */
  target: string;
  /** 'Le Loft des Quais (Lyon)', 'Avis de Paul M. sur Le Loft des Quais (Lyon)', 'Compte de Paul Martin'. */
  title: string;
  /** The venue's own name and town; of an account, none. */
  place: string;
  href: string;
  /** What was written; of a review. */
  text: string | null;
  /** Whose it is; null: the account is gone. */
  person: { id: string; name: string } | null;
  /** Whose venue it is about; null: it is unknown, or an account is spoken of. */
  ownerId: string | null;
  /** The venue that it is, or lies at, was deleted by its owner, or with their account. */
  isGone: boolean;
  /** What can still be decided of it: nothing is done a second time. */
  measures: Measure[];
}

type Spoken = Pick<ModerationDecision, "kind" | "target">;

/** The reports on one thing that nobody has decided of, the oldest first. */
export async function undecidedOn(
  { kind, target }: Pick<Report, "kind" | "target">,
  transaction: ClientSession | null,
): Promise<Report[]> {
  return await ReportModel.find({ kind, target, decision: NOT_SET })
    .sort({ createdAt: 1, _id: 1 })
    .session(transaction)
    .lean();
}

/** Which reports a page shows, as its form carries it: how many, and the latest. */
export function reportsSeen(reports: readonly Pick<Report, "_id">[]): string {
  return [reports.length, reports.at(-1)?._id.toString()].join("-");
}

/** What a report or a decision speaks of, as it is now. */
export async function reportedOf(one: Spoken): Promise<Reported> {
  const [reported] = await reportedOfAll([one]);
  return reported!;
}

/** The same of many, in their order: reviews, venues and people are read once for all. */
export async function reportedOfAll(spoken: readonly Spoken[]): Promise<Reported[]> {
  const targetsOf = (kind: DecidedKind) =>
    spoken.filter((one) => one.kind === kind).map(({ target }) => target);
  const reviews = byId(await readAll(ReviewModel, targetsOf("review")));
  const venueIds = [...targetsOf("venue"), ...[...reviews.values()].map(({ venue }) => venue)];
  const venues = byId(
    await readAll(
      VenueModel,
      venueIds,
      "title city userId suspendedAt deletedAt locationIMG.image",
    ),
  );
  const peopleIds = [
    ...[...reviews.values()].map(({ author }) => author),
    ...[...venues.values()].map(({ userId }) => userId),
    ...targetsOf("account"),
  ];
  const people = byId(
    await readAll(UserModel, peopleIds, "name lastname entityName bannedAt deletedAt"),
  );
  return spoken.map(({ kind, target }) => {
    const review = kind === "review" ? reviews.get(target.toString()) : undefined;
    const venue = venues.get((review?.venue ?? target).toString());
    const person = { account: target, review: review?.author, venue: venue?.userId }[kind];
    return toReported({ kind, target }, { review, venue, user: people.get(String(person)) });
  });
}

async function readAll<T extends { _id: Types.ObjectId }>(
  model: Model<T>,
  ids: readonly Types.ObjectId[],
  fields?: string,
): Promise<T[]> {
  if (ids.length === 0) return [];
  const filter: QueryFilter<T> = { _id: trusted({ $in: ids }) };
  return await model.find(filter, fields).lean<T[]>();
}

function byId<T extends { _id: Types.ObjectId }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row._id.toString(), row]));
}

function toReported(
  { kind, target }: Spoken,
  { review, venue, user }: { review?: Review; venue?: Venue; user?: User },
): Reported {
  const place = venue ? venueName(venue) : "Lieu inconnu";
  const name = user && (user.entityName ?? fullName(user));
  const looks: Record<DecidedKind, Pick<Reported, "title" | "href">> = {
    venue: { title: place, href: `/admin/location/${target.toString()}` },
    review: {
      title: `Avis ${ofName(review?.authorName ?? "?")} sur ${place}`,
      href: `/admin/avis/${target.toString()}`,
    },
    account: { title: `Compte ${ofName(name ?? "?")}`, href: `/admin/user/${target.toString()}` },
  };
  const isDone: Record<Measure, boolean> = {
    classer: false,
    masquer: review?.state === "refused",
    // The last one is not taken off: the venue is suspended instead.
    retirer: !venue || venue.deletedAt !== undefined || venue.locationIMG.length <= 1,
    // Nobody sees what its owner has deleted.
    suspendre: !venue || venue.suspendedAt !== undefined || venue.deletedAt !== undefined,
    bannir: !user || user.bannedAt !== undefined || user.deletedAt !== undefined,
  };
  const measures = knownOr<DecidedKind, readonly Measure[]>(MEASURES_OF, kind, []);
  return {
    kind,
    target: target.toString(),
    ...knownOr(looks, kind, { title: OTHER, href: "/admin/a-traiter" }),
    place,
    text: review?.text ?? null,
    ownerId: venue?.userId.toString() ?? null,
    isGone: kind !== "account" && (!venue || venue.deletedAt !== undefined),
    person: user && name !== undefined ? { id: user._id.toString(), name } : null,
    measures: MEASURES.filter((one) => measures.includes(one) && !isDone[one]),
  };
}
