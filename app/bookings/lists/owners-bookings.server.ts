import { Types } from "mongoose";
import type { Reservation, WaitingChange } from "@models/reservation";
import { compareDays, todayInParis } from "~/platform/days";
import type { Cents } from "~/platform/money";
import { pageOf, placeOf, type PagePlace } from "~/platform/paging";
import { searchText } from "~/platform/web/fields";
import { bookedDays, type BookedDay } from "~/rules/bookings-calendar";
import { isWaiting } from "~/rules/change-of-dates";
import { formatMonth, monthOf, parseMonth, type Month } from "~/rules/month-grid";
import { bookedVenueName, venueName } from "~/rules/venue-name";
import {
  buyerName,
  receivedRequest,
  type ReceivedRequest,
} from "../answer/received-request.server";
import { findBookings } from "./find-bookings.server";
import { withListState, type ListedReservation } from "./listed-reservations.server";
import { ownersReservations, type Place } from "./owners-reservations.server";
import { ownersShares } from "./owners-shares.server";
import type { OverMonth, OwnersVenues } from "./owners-venues.server";
import { venueClosings } from "./venue-closings.server";
import { waitingChange, type WaitingDates } from "./waiting-change.server";

const PER_PAGE = 20;
/** What waits for an answer is urgent: more of it is seen at once. */
const ANSWERS_PER_PAGE = 50;

/** Which page of a list is shown. */
export type ListPage = PagePlace;

/** One page of an owner's bookings. */
export interface BookingList extends ListPage {
  bookings: ReceivedRequest[];
}

/** A reservation of which other dates are asked for. */
export interface ChangeToAnswer {
  request: ReceivedRequest;
  change: WaitingDates;
}

/** What an owner's page asks for, and what it may ask for. */
export interface BookingFilter {
  venue: string;
  month: string;
  /** A reference or a customer's name, as typed. */
  client: string;
  /** Theirs, and those that they took away but have bookings of, by name and town. */
  venues: { value: string; label: string }[];
  months: { value: string; label: string }[];
  /** In which there is anything, the latest first. */
  years: string[];
}

/** All that an owner has been asked for and has agreed to, in the order in which it concerns them. */
export interface OwnersBookings {
  /** Requests that wait for an answer, the one to expire first at the top; a venue or a month hides none, who looks one up sees what they meant. */
  toAnswer: ReceivedRequest[];
  /** New dates that wait for a yes, the one to expire first at the top. */
  changesToAnswer: ChangeToAnswer[];
  /** Which pages of the two these are. */
  answering: { requests: ListPage; changes: ListPage };
  /** Confirmed, the next one first. */
  upcoming: BookingList & {
    /** What is the owner's of all of them, in cents: what was given back is taken off. */
    share: Cents;
  };
  /** Ended or called off, the latest first. */
  past: BookingList;
  /**
   * A month of what is asked for and booked: at all venues of the owner, or at the one that is filtered for or that
   * they have, with what else takes its half days; null where there is no venue, and where a customer is looked for.
   */
  calendar: { month: Month; days: BookedDay[]; venue: string | null } | null;
  filter: BookingFilter;
  /** Whether there is anything but requests, whatever the filter. */
  hasAny: boolean;
}

/**
 * An owner's bookings, as the query string asks for them: `lieu` (a venue's id), `mois` (`YYYY-MM`), `client` (a
 * reference or a customer's name), `avenir`, `passe`, `demandes` and `changements` (pages), `cal` (the calendar's month, `YYYY-MM`). What cannot be read asks for nothing.
 * One question, one more where the calendar is that of one venue, two where a customer is looked for, and one where something
 * was given back.
 */
export async function ownersBookings(
  own: OwnersVenues,
  query: URLSearchParams,
  now: Date,
): Promise<OwnersBookings> {
  const { requests: all } = own;
  const booked = all.filter(({ state }) => state !== "pending");
  const filter = filterOf(query, booked, own);
  const { client } = filter;
  const looked = client ? await findBookings(own.ownerId, client, placeIn(filter), now) : null;
  const meant = looked ? all.filter(({ _id }) => looked.toCome.has(_id.toString())) : all;
  const found = meant.filter((one) => one.state !== "pending" && matches(one, filter));
  const next = found.filter(({ state }) => state === "confirmed").sort(byFirstDay);
  const waiting = meant.filter(({ state }) => state === "pending").sort(byDeadline);
  const changing = meant
    .filter((one) => isWaiting(one, now))
    .sort((a, b) => a.change!.until.getTime() - b.change!.until.getTime());
  const asked = (list: string) => numberOf(query.get(list));
  const { items: urgent, ...requests } = pageOf(waiting, asked("demandes"), ANSWERS_PER_PAGE);
  const { items: other, ...changes } = pageOf(changing, asked("changements"), ANSWERS_PER_PAGE);
  const { items: coming, ...upcoming } = pageOf(next, asked("avenir"), PER_PAGE);
  // What is over by now is known; what is stored so is only counted so far.
  const over = found.filter(({ state }) => state !== "confirmed");
  const past = placeOf(
    over.length + (looked ? looked.over : countOver(own, filter)),
    asked("passe"),
    PER_PAGE,
  );
  const calendar = client ? null : askedCalendar(query, { own, filter, now });

  const named = [...urgent, ...other, ...coming, ...(calendar?.bookings ?? [])];
  const ids = new Map(named.map(({ _id }) => [_id.toString(), _id]));
  const [read, closings] = await Promise.all([
    ownersReservations(
      own.ownerId,
      {
        ids: [...ids.values()],
        past: { ...placeIn(filter), meant: looked?.meant, ...rowsOf(past) },
        calendar: calendar && placeIn(calendar.shown),
      },
      now,
    ),
    calendar?.venue ? venueClosings(calendar.venue, calendar.month) : undefined,
  ]);
  const stateOf = (list: readonly { reservation: Reservation }[]) =>
    withListState(
      list.map(({ reservation }) => reservation),
      now,
    );
  const gone = stateOf(read.past).sort((a, b) => byFirstDay(b, a));
  const shareOf = await ownersShares([...next, ...gone]);
  const joinedOf = new Map(
    [...read.named, ...read.past, ...read.calendar].map((one) => [
      one.reservation._id.toString(),
      one,
    ]),
  );
  const buyerOf = ({ _id }: Pick<ListedReservation, "_id">) =>
    buyerName(joinedOf.get(_id.toString())?.buyer[0]);
  const zoneAt = ({ venueId }: Pick<ListedReservation, "venueId">) =>
    own.zones.get(venueId.toString());
  const viewsOf = (items: readonly ListedReservation[]) =>
    items.flatMap(({ _id }) => {
      const one = joinedOf.get(_id.toString());
      return one
        ? [receivedRequest(one.reservation, one.buyer[0], now, zoneAt(one.reservation))]
        : [];
    });
  const bookingsOf = (items: readonly ListedReservation[]) =>
    viewsOf(items).map((view) => ({ ...view, ownerShare: shareOf(view) }));
  return {
    toAnswer: viewsOf(urgent),
    changesToAnswer: other.flatMap((one) => {
      const [request] = viewsOf([one]);
      const change =
        request && waitingChange(joinedOf.get(request.id)!.reservation, now, zoneAt(one));
      return change ? [{ request, change }] : [];
    }),
    answering: { requests, changes },
    upcoming: {
      ...upcoming,
      bookings: bookingsOf(coming),
      share: next.reduce((sum, one) => sum + shareOf({ ...one, id: one._id.toString() }), 0),
    },
    past: { ...past, bookings: bookingsOf(gone) },
    calendar: calendar && {
      month: calendar.month,
      venue: calendar.venue?._id.toString() ?? null,
      days: bookedDays(
        [...calendar.bookings, ...stateOf(read.calendar)].map((one) => ({
          ...{ ...one, id: one._id.toString(), buyer: buyerOf(one) },
        })),
        calendar.month,
        closings,
      ),
    },
    filter,
    hasAny: booked.length > 0 || own.over.length > 0,
  };
}

/** How many are stored as over, of those that the filter lets through. */
function countOver({ over }: OwnersVenues, filter: BookingFilter): number {
  const stored = over.filter((one) => isWithin(one, filter));
  return stored.reduce((sum, { count }) => sum + count, 0);
}

/** Where rows of a page begin, and how many there are. */
function rowsOf({ page, total }: ListPage) {
  const skip = (page - 1) * PER_PAGE;
  return { skip, limit: Math.min(PER_PAGE, total - skip) };
}

/** The venue and the month of a filter, as the database knows them. */
function placeIn({ venue, month }: Pick<BookingFilter, "venue" | "month">): Place {
  return { venue: venue ? new Types.ObjectId(venue) : null, month };
}

interface ToDraw {
  own: OwnersVenues;
  filter: BookingFilter;
  now: Date;
}

/** Which month is drawn, of which venue or of all, and the reservations of it that are not stored as over. */
function askedCalendar(query: URLSearchParams, { own, filter, now }: ToDraw) {
  const [first, ...others] = filter.venues;
  if (!first) return null;
  const id = filter.venue || (others.length === 0 ? first.value : "");
  const month = parseMonth(query.get("cal")) ?? (filter.month || monthOf(todayInParis(now)));
  const shown = { venue: id, month };
  return {
    ...{ month, shown },
    // One that its owner took away has its bookings still, and is closed to all.
    venue: own.venues.find(({ _id }) => _id.toString() === id) ?? null,
    bookings: staysOf(own, now).filter((booking) => matches(booking, shown)),
  };
}

/** Reservations as often as they have dates: their own, those that wait for the owner's yes, those that had it. */
function staysOf({ requests: all, agreed }: OwnersVenues, now: Date) {
  const waiting = all.filter((one) => isWaiting(one, now));
  return [
    ...all,
    ...waiting.map((one) => ({ ...one, ...datesOf(one.change!), state: "change" as const })),
    ...agreed.map((one) => ({
      ...{ ...one, _id: one.supplementTo!.reservation, state: "confirmed" as const },
    })),
  ];
}

function datesOf({ startDate, endDate, startSlot, endSlot }: WaitingChange) {
  return { startDate, endDate, startSlot, endSlot };
}

function filterOf(
  query: URLSearchParams,
  booked: readonly ListedReservation[],
  { venues: own, over }: OwnersVenues,
): BookingFilter {
  const names = new Map([
    ...[...over, ...booked].map((one) => [one.venueId.toString(), bookedVenueName(one)] as const),
    ...own.map((one) => [one._id.toString(), venueName(one)] as const),
  ]);
  const begun = [
    ...over.map(({ first }) => first),
    ...booked.map(({ startDate }) => monthOf(startDate)),
  ];
  const venue = query.get("lieu") ?? "";
  const month = parseMonth(query.get("mois")) ?? "";
  // The one that is asked for too, whatever begins in it: what narrows a list is shown as chosen.
  const months = [...new Set(month ? [...begun, month] : begun)].sort();
  return {
    venue: names.has(venue) ? venue : "",
    month,
    client: searchText.parse(query.get("client") ?? ""),
    venues: [...names]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, "fr")),
    years: [...new Set(begun.map((one) => one.slice(0, 4)))].sort().reverse(),
    months: months.map((one) => ({ value: one, label: formatMonth(one) })),
  };
}

function matches(
  { venueId, startDate, endDate }: Pick<ListedReservation, "venueId" | "startDate" | "endDate">,
  filter: Pick<BookingFilter, "venue" | "month">,
): boolean {
  return isWithin({ venueId, first: monthOf(startDate), last: monthOf(endDate) }, filter);
}

/** A stay over the end of a month belongs to both. */
function isWithin(
  { venueId, first, last }: Pick<OverMonth, "venueId" | "first" | "last">,
  { venue, month }: Pick<BookingFilter, "venue" | "month">,
): boolean {
  if (venue !== "" && venueId.toString() !== venue) return false;
  return month === "" || (first <= month && month <= last);
}

function byFirstDay(a: ListedReservation, b: ListedReservation): number {
  return compareDays(a.startDate, b.startDate) || (a._id.toString() < b._id.toString() ? -1 : 1);
}

function byDeadline(a: ListedReservation, b: ListedReservation): number {
  return (a.answerBy?.getTime() ?? 0) - (b.answerBy?.getTime() ?? 0);
}

function numberOf(text: string | null): number {
  return Number.parseInt(text ?? "1", 10) || 1;
}
