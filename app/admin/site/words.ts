/** What kinds and audiences are called, and a banner in one line. */
import { formatInstant } from "~/platform/days";
import type { Audience, Notice, NoticeKind } from "~/platform/site-state";

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

/** A banner as the log has it: 'Attention, Propriétaires, du … au … : Travaux. (/contact)'. */
export function noticeText({ kind, audience, text, link, from, until }: Notice): string {
  const period = `du ${formatInstant(from)} au ${formatInstant(until)}`;
  return `${KIND_LABELS[kind]}, ${AUDIENCE_LABELS[audience]}, ${period}\u00a0: ${text}${link ? ` (${link})` : ""}`;
}
