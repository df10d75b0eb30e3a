import { trusted, type QueryFilter } from "mongoose";
import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import { decimalEuros, formatEurosShort } from "~/platform/money";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import {
  cursorPage,
  eachRow,
  eachShown,
  mapPage,
  within,
  type CursorPage,
} from "../lists/cursor-page.server";
import { accountOf } from "../lists/account-filter.server";
import { containing } from "../lists/search.server";
import { fullName, kindOf } from "../words/person";
import {
  VENUE_STATE_LOOKS,
  VENUE_STATES,
  venueState,
  type VenueState,
  type VenueStateKey,
} from "./venue-state";
import { defineList } from "../lists/define-list.server";
import { ACCOUNT_LABEL, choice, day, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";

/** Empty: not filtered by it. */
export interface VenueFilters extends Ordered {
  /** A part of the title. */
  titre: string;
  /** The whole e-mail of their owner. */
  compte: string;
  /** The day of Paris on which it was published. */
  date: string;
  etat: VenueStateKey | "";
}

export interface VenueRow {
  id: string;
  title: string;
  city: string;
  owner: { id: string; name: string; kind: string } | null;
  state: VenueState;
  /** '480 €' */
  price: string;
  /** 'par jour', 'par demi-journée'. */
  unit: string;
  /** DD/MM/YYYY. */
  createdAt: string;
}

const FIELDS = "userId title city price time status searchable suspendedAt deletedAt createdAt";

/** Venues of a state; deleted ones are shown when they are asked for, and nowhere else. */
const OF_STATE: Record<VenueStateKey | "", QueryFilter<Venue>> = {
  "": { deletedAt: NOT_SET },
  publie: { deletedAt: NOT_SET, searchable: true },
  "hors-recherche": {
    ...{ deletedAt: NOT_SET, suspendedAt: NOT_SET },
    ...{ searchable: false, status: "available" },
  },
  indisponible: { deletedAt: NOT_SET, suspendedAt: NOT_SET, status: "unavailable" },
  suspendu: { deletedAt: NOT_SET, suspendedAt: IS_SET },
  supprime: { deletedAt: IS_SET },
};

/** Venues, newest first. */
export async function listVenues(
  filters: VenueFilters,
  cursor: string,
): Promise<CursorPage<VenueRow>> {
  const filter = await venuesFilter(filters);
  const page = await cursorPage<Venue>(VenueModel, {
    filter,
    fields: FIELDS,
    cursor,
    order: filters.tri,
  });
  const owners = await ownersOf(page.rows);
  return mapPage(page, (venue) => toRow(venue, owners));
}

/** All of them, for a CSV. */
async function* everyVenue(filters: VenueFilters) {
  const rows = eachRow<Venue>(VenueModel, {
    filter: await venuesFilter(filters),
    fields: FIELDS,
    order: filters.tri,
  });
  yield* eachShown(rows, async (some) => {
    const owners = await ownersOf(some);
    return some.map((venue) => ({ ...venue, owner: owners.get(venue.userId.toString())?.name }));
  });
}

/** The list of venues, and its file. */
export const venueList = defineList({
  path: "/admin/location",
  title: "Lieux",
  noun: ["lieu", "lieux"],
  empty: "Aucune location trouvée...",
  filters: {
    titre: search("Titre"),
    compte: search(ACCOUNT_LABEL),
    date: day("Publié le"),
    etat: choice("État", VENUE_STATES, (state) => VENUE_STATE_LOOKS[state].label),
  },
  sorts: ["titre", "prix"],
  read: listVenues,
  csv: {
    name: "lieux",
    columns: {
      Titre: ({ title }) => title,
      Ville: ({ city }) => city,
      Propriétaire: ({ owner }) => owner,
      État: (venue) => venueState(venue).label,
      "Prix (€)": ({ price }) => decimalEuros(price),
      Unité: ({ time }) => (time === "Half" ? "demi-journée" : "jour"),
      "Publié le": ({ createdAt }) => formatDay(parisDayOf(createdAt)),
    },
    rows: everyVenue,
  },
});

/** Of the list, and of the call that answers the same. */
export async function venuesFilter({
  titre,
  compte,
  date,
  etat,
}: VenueFilters): Promise<QueryFilter<Venue>> {
  return {
    ...OF_STATE[etat],
    ...(compte && { userId: await accountOf(compte) }),
    ...(date && { createdAt: within(date) }),
    ...(titre && { title: containing(titre) }),
  };
}

type Owners = ReadonlyMap<string, NonNullable<VenueRow["owner"]>>;

async function ownersOf(venues: readonly Venue[]): Promise<Owners> {
  const owners = await UserModel.find(
    { _id: trusted({ $in: venues.map(({ userId }) => userId) }) },
    "name lastname entityName type role natureOfCollectivity isAdmin",
  ).lean();
  return new Map(
    owners.map((owner) => {
      const id = owner._id.toString();
      return [id, { id, name: owner.entityName ?? fullName(owner), kind: kindOf(owner) }];
    }),
  );
}

function toRow(venue: Venue, owners: Owners): VenueRow {
  return {
    id: venue._id.toString(),
    title: venue.title,
    city: venue.city,
    owner: owners.get(venue.userId.toString()) ?? null,
    state: venueState(venue),
    price: formatEurosShort(venue.price),
    unit: venue.time === "Half" ? "par demi-journée" : "par jour",
    createdAt: formatDay(parisDayOf(venue.createdAt)),
  };
}
