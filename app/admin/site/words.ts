/** What kinds and audiences are called. */
import type { Audience, NoticeKind } from "~/platform/site-state";

export const KIND_LABELS: Record<NoticeKind, string> = {
  information: "Information",
  attention: "Attention",
  incident: "Incident",
};

export const AUDIENCE_LABELS: Record<Audience, string> = {
  everyone: "Tout le monde",
  visitors: "Visiteurs sans compte",
  members: "Personnes connectées",
  owners: "Propriétaires",
  masters: "Masters",
  admins: "Administration",
};
