import type { ModerationDecision } from "@models/moderation-decision";
import type { Report } from "@models/report";
import type { Review } from "@models/review";
import type { Types } from "mongoose";
import { addMinutes } from "~/platform/days";
import type { DemoVenue } from "./venues";
import { idFor } from "./random";

const HOUR = 60;

/**
 * Something in each queue of moderation: a venue that two people reported, a published review, and an appeal
 * of the author whose review was refused.
 */
export function makeReports(
  venues: readonly DemoVenue[],
  reviews: readonly Review[],
  admin: Types.ObjectId,
  now: Date,
): { reports: Report[]; decisions: ModerationDecision[] } {
  // The newest kitchen: what it lacks is on its second photo.
  const venue = venues.findLast(({ shots }) => shots[1]?.scene === "atelier-cuisine")?.venue;
  const shown = reviews.find(({ state }) => state === "published");
  const refused = reviews.find(({ state }) => state === "refused");
  const at = (hours: number) => addMinutes(now, -hours * HOUR);
  const reports: Report[] = [
    ...(venue
      ? [
          {
            _id: idFor("report:photos"),
            kind: "venue" as const,
            target: venue._id,
            reason: "trompeur" as const,
            text: "La deuxième photo est celle d’une autre cuisine. Sur place, il n’y a pas de casseroles suspendues.",
            email: "claire.m@exemple.fr",
            createdAt: at(30),
          },
          {
            _id: idFor("report:capacity"),
            kind: "venue" as const,
            target: venue._id,
            reason: "trompeur" as const,
            text: "Quarante personnes n’y tiennent pas\u00a0: nous étions vingt-cinq, serrés.",
            createdAt: at(6),
          },
        ]
      : []),
    ...(shown
      ? [
          {
            _id: idFor("report:review"),
            kind: "review" as const,
            target: shown._id,
            reason: "autre" as const,
            text: "Cette personne n’a jamais loué ce lieu.",
            createdAt: at(3),
          },
        ]
      : []),
  ];
  const decisions: ModerationDecision[] = refused
    ? [
        {
          _id: idFor("decision:review"),
          kind: "review",
          target: refused._id,
          person: refused.author,
          measure: "masquer",
          why: "Informations personnelles publiées sans accord. L’avis donne un numéro de téléphone.",
          admin,
          at: at(80),
          appeal: {
            text: "C’est mon propre numéro\u00a0: je voulais aider les suivants. Je peux l’enlever.",
            at: at(20),
          },
        },
      ]
    : [];
  return { reports, decisions };
}
