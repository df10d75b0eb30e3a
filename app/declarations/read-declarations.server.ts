import { trusted, Types } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel } from "@models/reservation";
import { TaxFactsModel, type TaxFacts } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { addMinutes, parisMidnight, todayInParis } from "~/platform/days";
import { DECLARED_FIELDS, declaredOwner } from "~/rules/declared-owner";
import {
  addQuarters,
  exclusionOf,
  missingFacts,
  propertiesOf,
  type Declaration,
} from "./declaration";

/** How many owners are read at once. */
export const OWNERS_AT_ONCE = 50;

/** The instants of a year of Paris. */
function yearRange(year: string) {
  const next = String(Number(year) + 1);
  return trusted({ $gte: parisMidnight(`${year}-01-01`), $lt: parisMidnight(`${next}-01-01`) });
}

/** The owners who were paid in a year, in a fixed order. */
export async function paidOwners(year: string): Promise<Types.ObjectId[]> {
  const ids = await LedgerEntryModel.distinct("owner", {
    type: "transferred",
    at: yearRange(year),
  });
  return ids.sort((a, b) => (a.toString() < b.toString() ? -1 : 1));
}

/** The years in which an owner was paid, the latest first. */
export async function paidYears(ownerId: string): Promise<string[]> {
  const groups = await LedgerEntryModel.aggregate<{ _id: string }>([
    { $match: { owner: new Types.ObjectId(ownerId), type: "transferred" } },
    {
      $group: {
        _id: { $dateToString: { date: "$at", format: "%Y", timezone: "Europe/Paris" } },
      },
    },
  ]);
  return groups.map(({ _id }) => _id).sort((a, b) => Number(b) - Number(a));
}

/** What is declared of some owners' year; somebody who never had an account is left out. */
export async function readDeclarations(
  ownerIds: readonly Types.ObjectId[],
  year: string,
  now: Date,
): Promise<Declaration[]> {
  const owner = trusted({ $in: [...ownerIds] });
  const moved = await LedgerEntryModel.find(
    { owner, at: yearRange(year) },
    "reservation type",
  ).lean();
  const paid = moved
    .filter(({ type }) => type === "transferred")
    .map(({ reservation }) => reservation);
  const [entries, settled, kept, accounts, facts] = await Promise.all([
    LedgerEntryModel.find(
      { reservation: trusted({ $in: paid }) },
      "reservation owner type amount at",
    ).lean(),
    ReservationModel.find({ _id: trusted({ $in: paid }) }, RESERVATION_FIELDS).lean(),
    ReservationModel.find(
      { ownerId: owner, status: trusted({ $in: ["confirmed", "ended"] }) },
      RESERVATION_FIELDS,
    ).lean(),
    UserModel.find({ _id: owner }, DECLARED_FIELDS).lean(),
    TaxFactsModel.find({ _id: owner }).lean(),
  ]);
  const reservations = [
    ...new Map([...settled, ...kept].map((one) => [one._id.toString(), one])).values(),
  ];
  const venueIds = [...new Set(reservations.map(({ venueId }) => venueId.toString()))];
  const venues = await VenueModel.find(
    { _id: trusted({ $in: venueIds }) },
    "userId title street postalCode city cadastralReference",
  ).lean();
  return ownerIds.flatMap((id) => {
    const account = accounts.find(({ _id }) => _id.equals(id));
    if (!account) return [];
    const own = facts.find(({ _id }) => _id.equals(id));
    const properties = propertiesOf({
      year,
      today: todayInParis(now),
      entries: entries.filter((entry) => entry.owner.equals(id)),
      reservations: reservations.filter(({ ownerId }) => ownerId.equals(id)),
      venues: venues.filter(({ userId }) => userId.equals(id)).map(whereItWas(own)),
    });
    const known = declaredOwner(account, own);
    const exclusion = exclusionOf(account.type, known.isPerson, properties);
    return [
      {
        year,
        owner: known,
        exclusion,
        missing: exclusion === null && properties.length > 0 ? missingFacts(known) : [],
        properties,
        total: addQuarters(properties.flatMap(({ quarters }) => quarters)),
      },
    ];
  });
}

/** A venue of a closed account has no street any more: what was kept of it for this stands in. */
function whereItWas(facts: TaxFacts | undefined) {
  return <V extends Pick<Venue, "_id">>(venue: V) => ({
    ...venue,
    keptAddress: facts?.properties?.find((one) => one.venue.equals(venue._id))?.address,
  });
}

const RESERVATION_FIELDS = "ownerId venueId status startDate endDate";

/** The declarations of a whole year, as they are needed. */
export async function* eachDeclaration(year: string, now: Date): AsyncGenerator<Declaration> {
  const owners = await paidOwners(year);
  for (let start = 0; start < owners.length; start += OWNERS_AT_ONCE) {
    yield* await readDeclarations(owners.slice(start, start + OWNERS_AT_ONCE), year, now);
  }
}

/** The year that was over `days` days ago or less, else the present one: what is being declared now. */
export function declaredYear(now: Date, days = 31): string {
  return todayInParis(addMinutes(now, -days * 24 * 60)).slice(0, 4);
}
