/** How the back-office calls a review's states, and the columns of the list as CSV. */
import type { ReviewState } from "@models/enumerations";
import type { Review } from "@models/review";
import { formatDay, formatInstant } from "~/platform/days";

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

export const REVIEW_COLUMNS = {
  "Écrit le": ({ createdAt }: Review) => formatInstant(createdAt),
  "Réservation du": ({ stayDay }: Review) => formatDay(stayDay),
  Auteur: ({ authorName }: Review) => authorName,
  Note: ({ rating }: Review) => rating,
  Avis: ({ text }: Review) => text,
  État: ({ state }: Review) => REVIEW_STATE_LABELS[state],
  "Publié le": ({ publishedAt }: Review) => publishedAt && formatInstant(publishedAt),
  Motif: ({ refusal }: Review) => refusal,
} as const;
