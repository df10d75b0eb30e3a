/** What a decision was and about what, as mails and pages say it to whom it concerns. */
import { trusted } from "mongoose";
import type { ModerationDecision, RemovedPhoto } from "@models/moderation-decision";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import { venueName } from "~/rules/venue-name";

/** A decision by its name: somebody may have appealed against two on one day. */
export interface NamedDecision {
  /** 'La Grange (Rouen)', 'votre compte' */
  about: string;
  /** 'notre décision du 01/06/2027\u00a0: la suspension de votre lieu «\u00a0La Grange (Rouen)\u00a0»'; true of one that was taken back, too */
  text: string;
}

type Measure = ModerationDecision["measure"];
type Photo = ModerationDecision["photo"];

const DEEDS: Record<Measure, (title: string, photo: Photo) => string> = {
  classer: (title) => `le classement d’un signalement de ${title}`,
  masquer: (title) => `le retrait de votre avis sur ${title}`,
  retirer: (title, photo) =>
    photo
      ? `le retrait de la photo ${photo.place + 1} de votre lieu ${[title, ...wordsOf(photo)].join(", ")}`
      : `le retrait d’une photo de votre lieu ${title}`,
  suspendre: (title) => `la suspension de votre lieu ${title}`,
  bannir: () => "la suspension de votre compte",
};

const DECIDED: Record<Measure, (title: string, photo: Photo) => string> = {
  classer: (title) => `Un signalement de ${title} a été classé sans suite.`,
  masquer: (title) => `Votre avis sur ${title} a été masqué.`,
  retirer: (title, photo) =>
    photo
      ? `La photo ${photo.place + 1} de votre lieu ${[title, ...wordsOf(photo).map((words) => `${words},`)].join(", ")} a été retirée.`
      : `Une photo de votre lieu ${title} a été retirée.`,
  suspendre: (title) => `Votre lieu ${title} a été suspendu.`,
  bannir: () => "Votre compte a été suspendu.",
};

type Named = Pick<ModerationDecision, "kind" | "target" | "measure" | "at" | "photo">;
type About = Omit<Named, "at">;

const quoted = (title: string) => `«\u00a0${title}\u00a0»`;

/** What its owner called a photo; nothing of one that is called after its venue, or whose owner's words were forgotten. */
function wordsOf({ alt }: RemovedPhoto): string[] {
  return alt ? [quoted(alt)] : [];
}

export async function nameDecision(decision: Named): Promise<NamedDecision> {
  const { measure, at, photo } = decision;
  const name = (await namesOf([decision]))[0]!;
  return {
    about: measure === "bannir" ? "votre compte" : name,
    text: `notre décision du ${formatDay(parisDayOf(at))}\u00a0: ${DEEDS[measure](quoted(name), photo)}`,
  };
}

/** What decisions did, to whom they concern, in their order. */
export async function decidedTexts(decisions: readonly About[]): Promise<string[]> {
  const names = await namesOf(decisions);
  return decisions.map(({ measure, photo }, index) =>
    DECIDED[measure](quoted(names[index]!), photo),
  );
}

/** The venues that decisions are about, by name and town, in their order; reviews and venues are read once for all. */
async function namesOf(decisions: readonly About[]): Promise<string[]> {
  const ofReviews = decisions.filter(({ kind }) => kind === "review").map(({ target }) => target);
  const reviews =
    ofReviews.length > 0
      ? await ReviewModel.find({ _id: trusted({ $in: ofReviews }) }, "venue").lean()
      : [];
  const venueOf = new Map(reviews.map(({ _id, venue }) => [_id.toString(), venue]));
  const places = decisions.map(({ target }) => venueOf.get(target.toString()) ?? target);
  const venues =
    places.length > 0
      ? await VenueModel.find({ _id: trusted({ $in: places }) }, "title city").lean()
      : [];
  const nameOf = new Map(venues.map((venue) => [venue._id.toString(), venueName(venue)]));
  return places.map((place) => nameOf.get(place.toString()) ?? "un lieu");
}
