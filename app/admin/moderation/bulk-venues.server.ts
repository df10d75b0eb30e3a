import { trusted } from "mongoose";
import { VenueModel } from "@models/venue";
import type { Actor } from "../audit/actor.server";
import type { Bulk } from "../bulk/bulk";
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

/** Several venues suspended, as a report's decision does it, or given back. */
export const venueBulk: Bulk<VenueAct, Said> = {
  async look(act, ids) {
    const venues = await VenueModel.find(
      { _id: trusted({ $in: ids }) },
      "title city suspendedAt deletedAt",
    ).lean();
    return venues.map(({ _id, title, city, suspendedAt, deletedAt }) => ({
      id: _id.toString(),
      title: `${title}, ${city}`,
      href: `/admin/location/${_id.toString()}`,
      hindrance: hindranceOf(act, suspendedAt !== undefined, deletedAt !== undefined),
    }));
  },
  async run(act, venueId, { reason, facts, ...by }) {
    if (act === "retablir") await restoreForPlatform({ ...by, venueId, why: facts });
    else if (reason) await suspendForPlatform({ ...by, venueId, reason, facts });
  },
};

function hindranceOf(act: VenueAct, isSuspended: boolean, isDeleted: boolean): string | null {
  if (isDeleted) return "Son propriétaire l’a supprimé.";
  if (act === "suspendre") return isSuspended ? "Déjà suspendu." : null;
  return isSuspended ? null : "Il n’est pas suspendu.";
}
