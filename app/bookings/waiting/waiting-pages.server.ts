/** What pages show of waiting lists: to leave a wish, one's own wishes, an offer, and a venue's list to its owner. */
import { Types } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import type { Period } from "@models/enumerations";
import { compareDays, type Day } from "~/platform/days";
import { zoneOf } from "~/platform/zones";
import { requireBookableVenue } from "~/venues/bookable-venue.server";
import { zoneOfVenue } from "~/venues/zone-of-venue.server";
import { dayLimits, formatPeriod, periodOf, type RawStayRequest } from "~/rules/calendar";
import { deadlineText } from "~/rules/paris-time";
import { breakdownLines, type BreakdownLine } from "~/rules/price";
import { isCalledOff } from "~/rules/reservation-states";
import { ruleTerms } from "~/rules/time-rule-words";
import { venueName } from "~/rules/venue-name";
import { OPEN_WISHES } from "~/rules/waiting-list";
import { hrefWithDays } from "../reserve/forms";
import { typed, type BookingPage } from "../reserve/booking-page.server";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { venueHref } from "../record/venue-href";
import { offerLink } from "../mail/answer-link.server";
import { isOpenOffer, offerByLink } from "./answer-offer.server";

/** The page on which somebody puts themself on a venue's waiting list. */
export interface LeavePage {
  venue: { id: string; title: string; city: string; time: Period };
  limits: { earliest: Day; latest: Day };
  /** The venue's rules of time, a sentence each. */
  ruleTerms: string[];
  /** The days of the query string, as they go into the fields. */
  chosen: BookingPage["chosen"];
}

/** @throws Refusal as `requireBookableVenue` */
export async function leavePage(
  venueId: string,
  { userId, raw, now }: { userId: string; raw: RawStayRequest; now: Date },
): Promise<LeavePage> {
  const { venue } = await requireBookableVenue(venueId, userId);
  const { title, city, time } = venue;
  return {
    venue: { id: venueId, title, city, time },
    limits: dayLimits(now, venue),
    ruleTerms: ruleTerms(venue),
    chosen: typed(raw),
  };
}

/** One's place on a waiting list. */
export interface OwnWish {
  id: string;
  /** Its page; null when there is none. */
  venueHref: string | null;
  /** 'Salle des Tilleuls (Rouen)' */
  venue: string;
  periodText: string;
  /** While the days are held: until when, and where to take them. */
  offer: { until: string; href: string } | null;
}

/** Somebody's wishes that are not over, the oldest first; in one question. */
export async function ownWishes(userId: string, now: Date): Promise<OwnWish[]> {
  const open = await openWishes({ user: new Types.ObjectId(userId) }, now);
  return open.map(({ wish, hold, venue }) => ({
    id: wish._id.toString(),
    venueHref: venueHref("buyer", wish.venue.toString(), venue),
    venue: venue ? venueName(venue) : "",
    periodText: formatPeriod(periodOf(wish)),
    offer: hold
      ? { until: heldUntilText(hold, venue), href: new URL(offerLink(wish)).pathname }
      : null,
  }));
}

type WishedVenue = Pick<Venue, "title" | "city" | "postalCode" | "listed" | "deletedAt">;

/** Until when its days are held. */
function heldUntilText({ holdUntil }: Reservation, venue: WishedVenue | undefined): string {
  return deadlineText(holdUntil!, zoneOf(venue?.postalCode));
}

interface OpenWish {
  wish: Wish;
  /** What is held for it, as long as it can be taken. */
  hold: Reservation | undefined;
  venue: WishedVenue | undefined;
}

/** The wishes of somebody, or for a venue, that are not over, the oldest first; in one question. */
async function openWishes(
  whose: { user: Types.ObjectId } | { venue: Types.ObjectId },
  now: Date,
): Promise<OpenWish[]> {
  const found = await WishModel.aggregate<{
    wish: Wish;
    venue: WishedVenue[];
    hold: Reservation[];
  }>([
    { $match: { ...whose, state: { $in: OPEN_WISHES } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, wish: "$$ROOT" } },
    {
      $lookup: {
        from: VenueModel.collection.name,
        localField: "wish.venue",
        foreignField: "_id",
        pipeline: [{ $project: { title: 1, city: 1, postalCode: 1, listed: 1, deletedAt: 1 } }],
        as: "venue",
      },
    },
    {
      $lookup: {
        from: ReservationModel.collection.name,
        localField: "wish.reservation",
        foreignField: "_id",
        as: "hold",
      },
    },
  ]);
  return found.flatMap(({ wish, venue: [venue], hold: [held] }) => {
    const hold = held && isOpenOffer(held, now) ? held : undefined;
    // An offer whose time is over, though no job has noticed.
    return wish.state === "offered" && !hold ? [] : [{ wish, hold, venue }];
  });
}

/** What was offered, as its person reads it. Amounts are cents. */
export interface OfferPage {
  /**
   * `open`: to be taken; `taken`: theirs by now, paid or to be paid; `calledOff`: was theirs, and was called off since;
   * `over`: no longer held; `back`: neither, and its person waits on in their place.
   */
  state: "open" | "taken" | "calledOff" | "over" | "back";
  request: ReservationView;
  lines: BreakdownLine[];
  until: string;
  /** The venue's page with these days. */
  venueHref: string;
}

/** @throws Refusal as `offerByLink` */
export async function offerPage(token: string, userId: string, now: Date): Promise<OfferPage> {
  const { wish, hold } = await offerByLink(token, userId, now);
  const zone = await zoneOfVenue(hold.venueId);
  const request = viewOf(hold, now, zone);
  return {
    state: isOpenOffer(hold, now) ? "open" : stateOfOver(request, wish),
    request,
    lines: breakdownLines(hold),
    until: deadlineText(hold.holdUntil ?? hold.createdAt, zone),
    venueHref: hrefWithDays(request),
  };
}

function stateOfOver({ state }: ReservationView, wish: Wish): Exclude<OfferPage["state"], "open"> {
  if (state === "dead") return wish.state === "waiting" ? "back" : "over";
  return isCalledOff(state) ? "calledOff" : "taken";
}

/** A venue's waiting list as its owner may know it: which days, and not who. */
export interface VenueWishes {
  count: number;
  /** The days wished for, each stretch once, with what holds it just now; null while it waits. */
  stretches: { text: string; count: number; heldUntil: string | null }[];
}

/** The waiting list of a venue, in one question; whose it is was checked by the caller. */
export async function venueWishes(venueId: string, now: Date): Promise<VenueWishes> {
  const open = await openWishes({ venue: new Types.ObjectId(venueId) }, now);
  const stretches = new Map<string, VenueWishes["stretches"][number]>();
  const byDay = open.toSorted((a, b) => compareDays(a.wish.startDate, b.wish.startDate));
  for (const { wish, hold, venue } of byDay) {
    const text = formatPeriod(periodOf(wish));
    const heldUntil = hold ? heldUntilText(hold, venue) : null;
    const key = `${text} ${heldUntil ?? ""}`;
    const count = (stretches.get(key)?.count ?? 0) + 1;
    stretches.set(key, { text, count, heldUntil });
  }
  return { count: open.length, stretches: [...stretches.values()] };
}
