/** How the back-office calls a review's states. */
import type { ReviewState } from "@models/enumerations";

/** As they are asked for in an address. */
export const REVIEW_FILTERS = ["a-relire", "publie", "refuse"] as const;
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];

export const STATE_OF: Record<ReviewFilter, ReviewState> = {
  "a-relire": "pending",
  publie: "published",
  refuse: "refused",
};

export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  pending: "À relire",
  published: "Publié",
  refused: "Refusé",
};

/** What may be done of several reviews at once. */
export const REVIEW_ACTS = ["publier", "refuser"] as const;
export type ReviewAct = (typeof REVIEW_ACTS)[number];
export const REVIEW_ACT_LABELS: Record<ReviewAct, string> = {
  publier: "Publier",
  refuser: "Refuser",
};
