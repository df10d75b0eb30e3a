/** What a decision was and about what, as mails to whom it concerns name it. */
import type { ModerationDecision } from "@models/moderation-decision";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";

/** A decision by its name: somebody may have appealed against two on one day. */
export interface NamedDecision {
  /** 'La Grange', 'votre compte' */
  about: string;
  /** 'notre décision du 01/06/2027\u00a0: la suspension de votre lieu «\u00a0La Grange\u00a0»'; true of one that was taken back, too */
  text: string;
}

const DEEDS: Record<ModerationDecision["measure"], (title: string) => string> = {
  classer: (title) => `le classement d’un signalement de ${title}`,
  masquer: (title) => `le retrait de votre avis sur ${title}`,
  retirer: (title) => `le retrait d’une photo de votre lieu ${title}`,
  suspendre: (title) => `la suspension de votre lieu ${title}`,
  bannir: () => "la suspension de votre compte",
};

type Named = Pick<ModerationDecision, "kind" | "target" | "measure" | "at">;

export async function nameDecision(decision: Named): Promise<NamedDecision> {
  const { measure, at } = decision;
  const title = await titleOf(decision);
  const deed = DEEDS[measure](`«\u00a0${title}\u00a0»`);
  return {
    about: measure === "bannir" ? "votre compte" : title,
    text: `notre décision du ${formatDay(parisDayOf(at))}\u00a0: ${deed}`,
  };
}

export async function titleOf({ kind, target }: Pick<Named, "kind" | "target">): Promise<string> {
  const review = kind === "review" ? await ReviewModel.findById(target, "venue").lean() : null;
  const venue = await VenueModel.findById(review?.venue ?? target, "title").lean();
  return venue?.title ?? "un lieu";
}
