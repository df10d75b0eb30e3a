import { trusted, type QueryFilter } from "mongoose";
import { halfOpenRange } from "@models/engine";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { LEDGER_TYPES, LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { formerlyAt } from "~/accounts/former-address.server";
import { withoutTrunk } from "~/accounts/identifiers";
import { withoutSpaces } from "~/platform/seen-text";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { label } from "~/rules/reservation-states";
import { formatInstant } from "~/platform/days";
import { storedEmail } from "~/platform/stored-email";
import { isOutOfTime, MOST_MS } from "../lists/cursor-page.server";
import { containing, emailContaining, referenceOf } from "../lists/search.server";
import { recordPath } from "../related/supplement-records.server";
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
  /** What was not looked through to its end: it took the database too long. */
  stopped: SearchKind[];
  /** Of what the newest alone are shown: there may be more. */
  full: SearchKind[];
}
export type SearchKind = "people" | "venues" | "reservations" | "contacts";

/**
 * Looks for one text everywhere: people by e-mail, a former one whole, tag, name, organisation, telephone, number or their
 * account at Stripe, venues by title, reservations by reference or by anything of their payment at Stripe, messages by their sender's e-mail, name
 * or telephone. Of each the newest. One kind that takes too long leaves the others theirs.
 */
export async function searchEverywhere(text: string): Promise<SearchResults> {
  const q = text.trim();
  const stopped: SearchKind[] = [];
  const look = async (kind: SearchKind, find: (q: string) => Promise<Hit[]>): Promise<Hit[]> => {
    if (q === "") return [];
    try {
      return await find(q);
    } catch (error) {
      if (!isOutOfTime(error)) throw error;
      stopped.push(kind);
      return [];
    }
  };
  const [people, venues, reservations, contacts] = await Promise.all([
    look("people", findPeople),
    look("venues", findVenues),
    look("reservations", findReservations),
    look("contacts", findContacts),
  ]);
  const found = { people, venues, reservations, contacts };
  const kinds = Object.keys(found) as SearchKind[];
  return { ...found, stopped, full: kinds.filter((kind) => found[kind].length === MOST) };
}

/**
 * A telephone or a registry number, however it is spaced, as people may have given it: a telephone of France also without
 * its country, or with it. Empty: it is no number.
 */
function numbersIn(q: string): string[] {
  const digits = withoutSpaces(withoutTrunk(q)).replace(/[-()]/g, "");
  if (!/^\+?\d{9,15}$/.test(digits)) return [];
  const national = digits.replace(/^(?:\+|00)330?/, "0");
  return [...new Set([digits, national, national.replace(/^0/, "+33")])];
}

/** 'Marie Durand' and 'Durand Marie': each word is in the first name or the name. */
function named<T extends Pick<User, "name" | "lastname">>(q: string): QueryFilter<T>[] {
  const words = q.split(/\s+/).map(containing);
  return [{ $and: words.map((word) => ({ $or: [{ name: word }, { lastname: word }] })) }];
}

/** Nine digits: a SIREN, by which pages tell an organisation that is known by a SIRET, or an RNA without its W. */
function registered(q: string): QueryFilter<User>[] {
  const digits = withoutSpaces(q);
  if (!/^\d{9}$/.test(digits)) return [];
  return [{ siret: halfOpenRange(`${digits}00000`, `${digits}:`) }, { RNA: `W${digits}` }];
}

async function findPeople(q: string): Promise<Hit[]> {
  const numbers = numbersIn(q);
  const part = containing(q);
  const former = numbers.length > 0 ? [] : await formerlyAt(q);
  const isOneOf = trusted({ $in: numbers });
  const filter: QueryFilter<User> =
    numbers.length > 0
      ? { $or: [{ phone: isOneOf }, { siret: isOneOf }, { INSEE: isOneOf }, ...registered(q)] }
      : {
          $or: [
            { email: emailContaining(q) },
            { _id: trusted({ $in: former }) },
            { tag: part },
            { accountId: q },
            { entityName: part },
            { RNA: containing(withoutSpaces(q)) },
            ...named<User>(q),
          ],
        };
  const users = await UserModel.find(
    filter,
    "name lastname email entityName type role natureOfCollectivity isAdmin isVerified masterStatus bannedAt deletedAt",
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST)
    .maxTimeMS(MOST_MS)
    .lean<User[]>();
  return users.map((user) => ({
    id: user._id.toString(),
    title: fullName(user),
    detail: [
      ...[user.entityName, kindOf(user), user.email],
      former.some((id) => id.equals(user._id)) && `ancienne adresse\u00a0: ${storedEmail(q)}`,
      stateOf(user).label,
    ]
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
    .maxTimeMS(MOST_MS)
    .lean();
  return venues.map((venue) => ({
    id: venue._id.toString(),
    title: venue.title,
    detail: `${venue.city}, ${venueState(venue).label.toLowerCase()}`,
    href: `/admin/location/${venue._id.toString()}`,
  }));
}

async function findReservations(q: string): Promise<Hit[]> {
  // A charge, a transfer, a refund, a dispute: what moved its money.
  const moved = await LedgerEntryModel.find(
    { _id: trusted({ $in: LEDGER_TYPES.map((type) => `${type}:${q}`) }) },
    "reservation",
  ).lean();
  const reservations = await ReservationModel.find(
    {
      $or: [
        { reference: referenceOf(q) },
        { paymentIntentId: q },
        { checkoutSessionId: q },
        { _id: trusted({ $in: moved.map(({ reservation }) => reservation) }) },
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
    href: recordPath(reservation),
  }));
}

/** A telephone as its sender may have written it: after France's number the zero may stand too, in brackets. */
const writings = (number: string) =>
  number.startsWith("+33") ? [number, `+330${number.slice(3)}`] : [number];

/** A telephone as its sender spelt it: with spaces, dots, brackets. */
function spelling(number: string) {
  const between = "[\\s().-]*";
  const signs = [...number].map((sign) => (sign === "+" ? "\\+" : sign));
  return trusted({ $regex: `^${between}${signs.join(between)}${between}$` });
}

async function findContacts(q: string): Promise<Hit[]> {
  const numbers = numbersIn(q);
  const filter: QueryFilter<ContactMessage> =
    numbers.length > 0
      ? { $or: numbers.flatMap(writings).map((number) => ({ phone: spelling(number) })) }
      : { $or: [{ email: emailContaining(q) }, ...named<ContactMessage>(q)] };
  const messages = await ContactMessageModel.find(filter, "name lastname email createdAt")
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST)
    .maxTimeMS(MOST_MS)
    .lean();
  return messages.map((message) => ({
    id: message._id.toString(),
    title: fullName(message),
    detail: `${message.email}, reçu le ${formatInstant(message.createdAt)}`,
    href: `/admin/contact/${message._id.toString()}`,
  }));
}
