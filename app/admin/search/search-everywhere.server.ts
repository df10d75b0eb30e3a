import { trusted, type QueryFilter } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { withoutSpaces } from "~/accounts/identifiers";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { label } from "~/rules/reservation-states";
import { formatInstant } from "~/platform/days";
import { containing } from "../lists/search.server";
import { fullName, kindOf, stateOf } from "../words/person";
import { venueState } from "../venues/venue-state";

/** Of each kind so many; who finds more says more. */
const MOST = 10;

/** Something that was found. */
export interface Hit {
  id: string;
  title: string;
  /** What tells it from others of the name. */
  detail: string;
  href: string;
}

export interface SearchResults {
  people: Hit[];
  venues: Hit[];
  reservations: Hit[];
  contacts: Hit[];
}

/**
 * Looks for one text everywhere: people by e-mail, tag, name, organisation, telephone or number, venues by
 * title, reservations by reference or payment, messages by e-mail. Of each the newest.
 */
export async function searchEverywhere(text: string): Promise<SearchResults> {
  const q = text.trim();
  if (q === "") return { people: [], venues: [], reservations: [], contacts: [] };
  const [people, venues, reservations, contacts] = await Promise.all([
    findPeople(q),
    findVenues(q),
    findReservations(q),
    findContacts(q),
  ]);
  return { people, venues, reservations, contacts };
}

/**
 * A telephone or a registry number, however it is spaced, as people may have given it: a telephone of France also without
 * its country, or with it. Empty: it is no number.
 */
function numbersIn(q: string): string[] {
  const digits = withoutSpaces(q).replace(/[-.]/g, "");
  if (!/^\+?\d{9,15}$/.test(digits)) return [];
  const national = digits.replace(/^(?:\+|00)33/, "0");
  return [...new Set([digits, national, national.replace(/^0/, "+33")])];
}

async function findPeople(q: string): Promise<Hit[]> {
  const numbers = numbersIn(q);
  const part = containing(q);
  // 'Marie Durand' and 'Durand Marie': each word is in the first name or the name.
  const named = q.split(/\s+/).map((word): QueryFilter<User> => {
    const holding = containing(word);
    return { $or: [{ name: holding }, { lastname: holding }] };
  });
  const isOneOf = trusted({ $in: numbers });
  const filter: QueryFilter<User> =
    numbers.length > 0
      ? { $or: [{ phone: isOneOf }, { siret: isOneOf }, { INSEE: isOneOf }] }
      : {
          $or: [
            { email: part },
            { tag: part },
            { entityName: part },
            { RNA: part },
            { $and: named },
          ],
        };
  const users = await UserModel.find(
    filter,
    "name lastname email entityName type role natureOfCollectivity isAdmin isVerified masterStatus bannedAt deletedAt",
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST)
    .lean<User[]>();
  return users.map((user) => ({
    id: user._id.toString(),
    title: fullName(user),
    detail: [user.entityName, kindOf(user), user.email, stateOf(user).label]
      .filter(Boolean)
      .join(", "),
    href: `/admin/user/${user._id.toString()}`,
  }));
}

async function findVenues(q: string): Promise<Hit[]> {
  const venues = await VenueModel.find(
    { title: containing(q) },
    "title city status searchable suspendedAt deletedAt",
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST)
    .lean();
  return venues.map((venue) => ({
    id: venue._id.toString(),
    title: venue.title,
    detail: `${venue.city}, ${venueState(venue).label.toLowerCase()}`,
    href: `/admin/location/${venue._id.toString()}`,
  }));
}

async function findReservations(q: string): Promise<Hit[]> {
  const reference = q.toUpperCase();
  const reservations = await ReservationModel.find(
    {
      $or: [
        { reference },
        { reference: `PDS-${reference}` },
        { paymentIntentId: q },
        { chargeId: q },
        { checkoutSessionId: q },
      ],
    },
    "reference venueTitle startDate endDate startSlot endSlot period status supplementTo",
  )
    .limit(MOST)
    .lean<Reservation[]>();
  return reservations.map((reservation) => ({
    id: reservation._id.toString(),
    title: reservation.reference,
    detail: `${reservation.venueTitle}, ${formatPeriod(periodOf(reservation))}, ${label(reservation.status).toLowerCase()}`,
    // What is known of a supplement stands with its reservation.
    href: `/admin/reservation/${(reservation.supplementTo?.reservation ?? reservation._id).toString()}`,
  }));
}

async function findContacts(q: string): Promise<Hit[]> {
  const messages = await ContactMessageModel.find(
    { email: containing(q) },
    "name lastname email createdAt",
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST)
    .lean();
  return messages.map((message) => ({
    id: message._id.toString(),
    title: fullName(message),
    detail: `${message.email}, reçu le ${formatInstant(message.createdAt)}`,
    href: `/admin/contact/${message._id.toString()}`,
  }));
}
