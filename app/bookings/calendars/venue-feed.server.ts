import ical, { ICalEventClass, ICalEventStatus, type ICalCalendar } from "ical-generator";
import { trusted, Types } from "mongoose";
import { SLOTS } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { addDays, compareDays, eachDay, todayInParis, type Day } from "~/platform/days";
import { env } from "~/platform/env.server";
import { Refusal } from "~/platform/refusal";
import { zoneOf, type Zone } from "~/platform/zones";
import { latestDay, periodOf, unavailablePeriods, type DaySlot } from "~/rules/calendar";
import { slotsBeyond } from "~/rules/change-of-dates";
import { heldSlots } from "~/rules/preparation";
import { listStateOf, TO_COME_STATES, type ListState } from "~/rules/reservation-states";
import { isClosedDay, type TimeRules } from "~/rules/time-rules";
import { venueName } from "~/rules/venue-name";
import { closedSlots } from "../reserve/close-days.server";
import { opensFeed, readFeedName } from "./feed-address.server";
import { calendarText, timesOf, uidOf } from "~/rules/ical-event";

/** How long a reservation stays in it after its last day. */
const DAYS_AFTER = 31;
/** The longest reservation and the days after it. */
const DAYS_READ = 366 + DAYS_AFTER;

const SAID: Partial<Record<ListState, { words: string; status: ICalEventStatus }>> = {
  pending: { words: "Demande", status: ICalEventStatus.TENTATIVE },
  confirmed: { words: "Réservation", status: ICalEventStatus.CONFIRMED },
  ended: { words: "Réservation", status: ICalEventStatus.CONFIRMED },
};

const VENUE_FIELDS = "userId title city postalCode calendarFeed deletedAt closedWeekdays";
const FIELDS = [
  ...["reference", "status", "holdUntil", "answerBy", "history"],
  ...["startDate", "endDate", "startSlot", "endSlot", "period"],
  ...["preparationBefore", "preparationAfter", "change", "supplementTo"],
];

/** A reservation that is shown, with what else its buyer has of the venue's days. */
interface Shown {
  reservation: Reservation;
  /** Half days to prepare it, and those of other dates that its owner is asked for or said yes to. */
  beside: DaySlot[];
}

/**
 * What a venue's feed says: its reservations, by their references alone since whoever has the address reads
 * it, what is closed beside them, the days that its owner closed, and the weekdays on which nobody can stay. Days that other calendars closed are not in it: two platforms that
 * read each other would hand them back and forth for ever. Nothing in it tells at what hour it was asked for, so it
 * changes only when the venue's calendar does, and where days of the week are closed from one day to the next.
 *
 * @param file the last part of the address
 * @throws Refusal("not_found") also once the address is void, the venue deleted, its owner gone or banned
 */
export async function venueFeed(file: string, now: Date): Promise<string> {
  const named = readFeedName(file);
  if (!named) throw new Refusal("not_found");
  const { venueId, secret } = named;
  const venue = await VenueModel.findById(venueId, VENUE_FIELDS).lean();
  const feed = venue?.calendarFeed;
  if (!feed || venue.deletedAt) throw new Refusal("not_found");
  if (!opensFeed(secret, venueId, feed.salt)) throw new Refusal("not_found");
  const owner = await UserModel.findById(venue.userId, "bannedAt deletedAt").lean();
  if (!owner || owner.bannedAt || owner.deletedAt) throw new Refusal("not_found");

  const calendar = ical({
    prodId: { company: env.BRAND_NAME, product: "Calendrier", language: "FR" },
    name: escaped(venueName(venue)),
    ttl: 60 * 60,
  });
  const zone = zoneOf(venue.postalCode);
  addReservations(calendar, await shownReservations(venueId, now), { zone, now });
  const closed = [...(await closedSlots(venueId, now)), ...weeklySlots(venue, todayInParis(now))];
  addClosedDays(calendar, closed, { name: "ferme", venueId, zone, stamp: feed.createdAt });
  return calendarText(calendar, zone);
}

/** The half days on which nobody can stay, as far as any can be had: day by day, for not every platform reads a rule. */
function weeklySlots(rules: TimeRules, today: Day): DaySlot[] {
  return eachDay(today, latestDay(today))
    .filter((day) => isClosedDay(day, rules))
    .flatMap((day) => SLOTS.map((slot) => ({ day, slot })));
}

async function shownReservations(venueId: string, now: Date): Promise<Shown[]> {
  const today = todayInParis(now);
  const venue = new Types.ObjectId(venueId);
  const found = await ReservationModel.find({
    venueId: venue,
    status: trusted({ $in: [...TO_COME_STATES, "ended"] as const }),
    startDate: trusted({ $gte: addDays(today, -DAYS_READ) }),
  })
    .select(FIELDS)
    .lean();
  const all = found.map((reservation) => ({ ...reservation, venueId: venue }));
  // Nobody's yes stands behind other holds: they come and go.
  const agreed = all.filter(
    ({ status, supplementTo }) => status === "hold" && supplementTo?.agreed,
  );
  return all
    .filter(({ endDate }) => compareDays(endDate, addDays(today, -DAYS_AFTER)) >= 0)
    .map((reservation) => {
      const { _id } = reservation;
      const supplements = agreed.filter(({ supplementTo }) =>
        supplementTo?.reservation.equals(_id),
      );
      return { reservation, beside: slotsBeside(reservation, supplements) };
    });
}

function slotsBeside(reservation: Reservation, supplements: readonly Reservation[]): DaySlot[] {
  const { change } = reservation;
  const others = [...(change ? [change] : []), ...supplements];
  return [
    ...heldSlots(reservation, reservation).filter(({ preparation }) => preparation),
    ...others.flatMap((dates) => slotsBeyond(reservation, dates, reservation)),
  ];
}

function addReservations(
  calendar: ICalCalendar,
  all: readonly Shown[],
  { zone, now }: { zone: Zone; now: Date },
): void {
  const today = todayInParis(now);
  for (const { reservation, beside } of all) {
    const state = listStateOf(reservation, now, today);
    const said = state && SAID[state];
    if (!said) continue;
    const { reference, venueId, history } = reservation;
    const changedAt = history.at(-1)!.at;
    calendar.createEvent({
      id: uidOf(reference, venueId.toString(), hostname()),
      sequence: history.length - 1,
      stamp: changedAt,
      lastModified: changedAt,
      ...timesOf(periodOf(reservation), zone),
      summary: `${said.words} ${reference}`,
      status: said.status,
      class: ICalEventClass.PRIVATE,
    });
    const name = `${reference}-ferme`;
    const told = { name, venueId: venueId.toString(), zone, stamp: changedAt };
    addClosedDays(calendar, beside, told);
  }
}

/** A closed stretch is named by its ends: it never changes, another one takes its place. */
function addClosedDays(
  calendar: ICalCalendar,
  slots: readonly DaySlot[],
  { name, venueId, zone, stamp }: { name: string; venueId: string; zone: Zone; stamp: Date },
): void {
  for (const period of unavailablePeriods(slots)) {
    const { start, end } = period;
    const ends = `${start.day}${start.slot}-${end.day}${end.slot}`;
    calendar.createEvent({
      id: uidOf(`${name}-${ends}`, venueId, hostname()),
      stamp,
      ...timesOf(period, zone),
      summary: "Fermé",
      class: ICalEventClass.PRIVATE,
    });
  }
}

/** The library escapes all texts but a calendar's name. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&");
}

function hostname(): string {
  return new URL(env.APP_URL).hostname;
}
