/** Where a venue stands, in the words of the back-office. */
import type { Venue } from "@models/venue";

export const VENUE_STATES = [
  "publie",
  "hors-recherche",
  "indisponible",
  "suspendu",
  "supprime",
] as const;
export type VenueStateKey = (typeof VENUE_STATES)[number];

export interface VenueState {
  label: string;
  tone: "success" | "waiting" | "danger" | "past";
}

export const VENUE_STATE_LOOKS: Record<VenueStateKey, VenueState> = {
  publie: { label: "Publié", tone: "success" },
  "hors-recherche": { label: "Hors recherche", tone: "waiting" },
  indisponible: { label: "Indisponible", tone: "past" },
  suspendu: { label: "Suspendu", tone: "danger" },
  supprime: { label: "Supprimé", tone: "danger" },
};

type Standing = Pick<Venue, "deletedAt" | "suspendedAt" | "searchable" | "status">;

/** Published: visitors find it. Out of the search: its owner cannot be paid, or is banned. */
export function venueStateKey({
  deletedAt,
  suspendedAt,
  searchable,
  status,
}: Standing): VenueStateKey {
  if (deletedAt) return "supprime";
  if (suspendedAt) return "suspendu";
  if (searchable) return "publie";
  return status === "available" ? "hors-recherche" : "indisponible";
}

/** The same as its page shows it. */
export function venueState(venue: Standing): VenueState {
  return VENUE_STATE_LOOKS[venueStateKey(venue)];
}

/** What may be done of several venues at once. */
export const VENUE_ACTS = ["suspendre", "retablir"] as const;
export type VenueAct = (typeof VENUE_ACTS)[number];
export const VENUE_ACT_LABELS: Record<VenueAct, string> = {
  suspendre: "Suspendre",
  retablir: "Rétablir",
};
