import { trusted } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { refusalMessage } from "~/platform/refusal";
import { isOwnMatter, type Actor } from "../audit/actor.server";
import { instantSeen, type Bulk } from "../bulk/bulk";
import { suspendForPlatform } from "./decide-report.server";
import { restoreForPlatform } from "./decide-appeal.server";
import type { ModerationReason } from "../measures/measures";
import type { VenueAct } from "../venues/venue-state";

interface Said {
  actor: Actor;
  /** Of a suspension, by its template; the facts of either are told to the owner. */
  reason?: ModerationReason;
  facts: string;
  now: Date;
}

/** Several venues suspended, as a report's decision does it, or given back; the latter not one's own. */
export function venueBulk(by: Pick<Actor, "id">): Bulk<VenueAct, Said> {
  return {
    async look(act, ids) {
      const venues = await VenueModel.find(
        { _id: trusted({ $in: ids }) },
        "title city userId suspendedAt deletedAt",
      ).lean();
      const isWithheld = await isOwnMatter(by, by.id, "reports.decide", null);
      return venues.map((venue) => ({
        id: venue._id.toString(),
        title: `${venue.title}, ${venue.city}`,
        href: `/admin/location/${venue._id.toString()}`,
        hindrance: hindranceOf(act, venue, isWithheld && venue.userId.toString() === by.id),
        ...(act === "retablir" && { seen: String(venue.suspendedAt?.getTime()) }),
      }));
    },
    async run(act, venueId, { reason, facts, ...said }, seen) {
      const since = instantSeen(seen);
      if (act === "retablir") await restoreForPlatform({ ...said, venueId, since, why: facts });
      else if (reason) await suspendForPlatform({ ...said, venueId, reason, facts });
    },
  };
}

function hindranceOf(
  act: VenueAct,
  { suspendedAt, deletedAt }: Pick<Venue, "suspendedAt" | "deletedAt">,
  isOwn: boolean,
): string | null {
  if (act === "retablir" && isOwn && suspendedAt) return refusalMessage("own_matter");
  if (deletedAt) return "Son propriétaire l’a supprimé.";
  if (act === "suspendre") return suspendedAt ? "Déjà suspendu." : null;
  return suspendedAt ? null : "Il n’est pas suspendu.";
}
