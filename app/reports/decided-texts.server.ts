import { trusted } from "mongoose";
import type { ModerationDecision } from "@models/moderation-decision";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";

const DECIDED: Record<ModerationDecision["measure"], (title: string) => string> = {
  classer: (title) => `Un signalement de ${title} a été classé sans suite.`,
  masquer: (title) => `Votre avis sur ${title} a été masqué.`,
  retirer: (title) => `Une photo de votre lieu ${title} a été retirée.`,
  suspendre: (title) => `Votre lieu ${title} a été suspendu.`,
  bannir: () => "Votre compte a été suspendu.",
};

/** What decisions did, to whom they concern, in their order: reviews and venues are read once for all. */
export async function decidedTexts(
  decisions: readonly Pick<ModerationDecision, "kind" | "target" | "measure">[],
): Promise<string[]> {
  const ofReviews = decisions.filter(({ kind }) => kind === "review").map(({ target }) => target);
  const reviews =
    ofReviews.length > 0
      ? await ReviewModel.find({ _id: trusted({ $in: ofReviews }) }, "venue").lean()
      : [];
  const venueOf = new Map(reviews.map(({ _id, venue }) => [_id.toString(), venue]));
  const places = decisions.map(({ target }) => venueOf.get(target.toString()) ?? target);
  const venues =
    places.length > 0
      ? await VenueModel.find({ _id: trusted({ $in: places }) }, "title").lean()
      : [];
  const titleOf = new Map(venues.map(({ _id, title }) => [_id.toString(), title]));
  return decisions.map(({ measure }, index) => {
    const title = titleOf.get(places[index]!.toString()) ?? "un lieu";
    return DECIDED[measure](`«\u00a0${title}\u00a0»`);
  });
}
