import { trusted, Types } from "mongoose";
import { capacityLabel, shownAs } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import { formatEurosShort } from "~/platform/money";
import { policyLabel } from "~/rules/policy";
import { ruleTerms } from "~/rules/time-rule-words";
import { Refusal } from "~/platform/refusal";
import { practicalFacts } from "~/venues/practical-facts";
import { toPicture, type Picture } from "~/venues/venue-shapes";
import { moderationHistory, type ModerationLine } from "../measures/moderation-history.server";
import { toReservationRow, type ReservationRow } from "../reservations/list-reservations.server";
import { MADE_STATES } from "../reservations/made-reservations";
import { fullName } from "../words/person";
import { venueState, type VenueState } from "./venue-state";

/** A venue as the back-office shows it. */
export interface VenueRecord {
  id: string;
  title: string;
  state: VenueState;
  /** Visitors can open its page. */
  isVisible: boolean;
  owner: { id: string; name: string } | null;
  address: string;
  types: string;
  capacity: string;
  price: string;
  policy: string;
  answers: string;
  /** Its rules of time, a sentence each; empty: it has none. */
  dates: string;
  equipment: string;
  /** Surface, hours and the like, as far as its owner said them. */
  practical: { label: string; text: string }[];
  createdAt: string;
  description: string;
  /** May have several lines, as the next; null: its owner said none. */
  houseRules: string | null;
  /** How to get in, which no page of visitors says. */
  arrival: string | null;
  pictures: Picture[];
  reservations: ReservationRow[];
  isSuspended: boolean;
  /** Since when, in milliseconds; null: it is not. */
  suspendedAt: number | null;
  /** Nothing stands in the way of it. */
  maySuspend: boolean;
  /** Likewise, of a photo: the last one stays. */
  mayRemovePhoto: boolean;
  moderation: ModerationLine[];
}

const SHOWN = 10;

/** One that can be given back, and why it was taken away. @throws Refusal("not_found" | "venue_not_suspended") */
export async function suspendedVenue(
  id: string,
  now: Date,
): Promise<VenueRecord & { suspendedFor: string | null }> {
  const venue = await venueRecord(id, now);
  if (!venue.isSuspended) throw new Refusal("venue_not_suspended");
  const suspension = { target: new Types.ObjectId(id), measure: "suspendre" as const };
  const decision = await ModerationDecisionModel.findOne(suspension, "why").sort({ at: -1 }).lean();
  return { ...venue, suspendedFor: decision?.why ?? null };
}

/** @throws Refusal("not_found") */
export async function venueRecord(id: string, now: Date): Promise<VenueRecord> {
  const venue = await VenueModel.findById(id).lean();
  if (!venue) throw new Refusal("not_found");
  const [owner, reservations, moderation] = await Promise.all([
    UserModel.findById(venue.userId, "name lastname entityName").lean(),
    ReservationModel.find({ venueId: venue._id, status: trusted({ $in: MADE_STATES }) })
      .sort({ startDate: -1 })
      .limit(SHOWN)
      .lean(),
    moderationHistory(id),
  ]);
  const { houseRules, ...told } = venue;
  return {
    id,
    title: venue.title,
    state: venueState(venue),
    isVisible: venue.listed && !venue.deletedAt,
    owner: owner && { id: owner._id.toString(), name: owner.entityName ?? fullName(owner) },
    address: `${venue.street}, ${venue.postalCode} ${venue.city}`,
    types: venue.type.map(shownAs).join(", "),
    capacity: capacityLabel(venue.capacity),
    price: `${formatEurosShort(venue.price)} ${venue.time === "Half" ? "par demi-journée" : "par jour"}`,
    policy: policyLabel(venue.cancellationPolicy),
    answers: venue.needValidation ? "Le propriétaire répond à chaque demande" : "Automatique",
    dates: ruleTerms(venue).join(" "),
    equipment: venue.equipement.join(", "),
    practical: practicalFacts(told).map(({ label, text }) => ({ label, text })),
    createdAt: formatDay(parisDayOf(venue.createdAt)),
    description: venue.description,
    houseRules: houseRules ?? null,
    arrival: venue.arrival ?? null,
    pictures: venue.locationIMG.map(toPicture),
    reservations: reservations.map((reservation) => toReservationRow(reservation, now)),
    isSuspended: venue.suspendedAt !== undefined,
    suspendedAt: venue.suspendedAt?.getTime() ?? null,
    maySuspend: !venue.suspendedAt && !venue.deletedAt,
    mayRemovePhoto: !venue.deletedAt && venue.locationIMG.length > 1,
    moderation,
  };
}
