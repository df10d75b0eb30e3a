import { todayInParis, type Day } from "~/platform/days";
import { draftPictures } from "~/venues/draft-photos.server";
import { ownVenue, type Owner, type OwnVenue } from "~/venues/own-venue.server";
import type { Picture } from "~/venues/venue-shapes";
import { earliestDay, latestClosing } from "~/rules/calendar";
import { summarizePolicy } from "~/rules/policy";
import { closedPeriods, type ClosedPeriods } from "../reserve/close-days.server";
import { venueWishes, type VenueWishes } from "../waiting/waiting-pages.server";

/** An owner's page of one of their venues. */
export interface ManagedVenue extends ClosedPeriods {
  venue: OwnVenue;
  /** Photos sent that no venue shows yet. */
  drafts: Picture[];
  /** The days that may be closed. */
  limits: { earliest: Day; latest: Day };
  waiting: VenueWishes;
  /** The cancellation policy in one sentence. */
  policyText: string;
}

/** @throws Refusal("not_found") for a venue that is not this owner's */
export async function managedVenue(
  owner: Owner,
  venueId: string,
  now: Date,
): Promise<ManagedVenue> {
  const venue = await ownVenue(owner, venueId);
  const [drafts, periods, waiting] = await Promise.all([
    draftPictures(owner.id),
    closedPeriods(venueId, now),
    venueWishes(venueId, now),
  ]);
  const policyText = summarizePolicy(venue.cancellationPolicy);
  const today = todayInParis(now);
  const limits = { earliest: earliestDay(today), latest: latestClosing(today) };
  return { venue, drafts, ...periods, waiting, limits, policyText };
}
