import type { Types } from "mongoose";
import { MEASURES, type Measure, type ReportKind } from "@models/enumerations";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { fullName } from "../words/person";
import { MEASURES_OF } from "../measures/measures";

/** What a report speaks of. */
export interface Reported {
  kind: ReportKind;
  /** The venue's id, or the review's. */
  target: string;
  /** 'Le Loft des Quais', 'Avis de Paul M. sur Le Loft des Quais'. */
  title: string;
  href: string;
  /** What was written; of a review. */
  text: string | null;
  /** Whose it is; null: the account is gone. */
  person: { id: string; name: string } | null;
  /** What can still be decided of it: nothing is done a second time. */
  measures: Measure[];
}

/** What a report or a decision speaks of, as it is now. */
export async function reportedOf({
  kind,
  target,
}: {
  kind: ReportKind;
  target: Types.ObjectId;
}): Promise<Reported> {
  const review = kind === "review" ? await ReviewModel.findById(target).lean() : null;
  const venue = await VenueModel.findById(
    review?.venue ?? target,
    "title userId suspendedAt",
  ).lean();
  const place = venue?.title ?? "Lieu inconnu";
  const personId = kind === "review" ? review?.author : venue?.userId;
  const user = personId
    ? await UserModel.findById(personId, "name lastname entityName bannedAt deletedAt").lean()
    : null;
  const isDone: Record<Measure, boolean> = {
    classer: false,
    masquer: review?.state === "refused",
    suspendre: venue?.suspendedAt !== undefined,
    bannir: !user || user.bannedAt !== undefined || user.deletedAt !== undefined,
  };
  return {
    kind,
    target: target.toString(),
    title: kind === "review" ? `Avis de ${review?.authorName ?? "?"} sur ${place}` : place,
    href:
      kind === "review"
        ? `/admin/avis/${target.toString()}`
        : `/admin/location/${target.toString()}`,
    text: review?.text ?? null,
    person: user && { id: user._id.toString(), name: user.entityName ?? fullName(user) },
    measures: MEASURES.filter((one) => MEASURES_OF[kind].includes(one) && !isDone[one]),
  };
}
