/** The forms of a waiting list. */
import { objectId } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { stayQuery, typedStay, type TypedStay } from "../reserve/forms";

/** Where one puts oneself on a venue's waiting list, with the days chosen so far. */
export function waitingPath(venueId: string, chosen: TypedStay = {}): string {
  return `/reservation/${venueId}/attente${stayQuery(chosen)}`;
}

/** A place on a venue's waiting list. */
export const wishInput = input(typedStay);

/** 'Renoncer', beside one's place on a waiting list. */
export const withdrawWishInput = input({ wish: objectId });
