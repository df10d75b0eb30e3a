import { trusted, Types } from "mongoose";
import { halfOpenRange } from "@models/engine";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { TaxFactsModel, type TaxFacts } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import {
  DAY_MINUTES,
  addDays,
  addMinutes,
  compareDays,
  parisMidnight,
  todayInParis,
  type Day,
} from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { DECLARED_FIELDS, declaredOwner } from "~/rules/declared-owner";
import { isLet, LET_STATES } from "~/rules/reservation-states";
import {
  accountsOf,
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

/**
 * The owners who were paid in a year or let days of it that have come, be they paid for in another year; in a fixed order.
 */
export async function declaredOwners(year: string, now: Date): Promise<Types.ObjectId[]> {
  const paid = await LedgerEntryModel.distinct("owner", {
    type: "transferred",
    at: yearRange(year),
  });
  const last = min(`${year}-12-31`, todayInParis(now));
  const letting = await ReservationModel.aggregate<{ _id: Types.ObjectId }>([
    {
      $match: {
        // Most of those who let were paid, too.
        ownerId: { $nin: paid },
        // No stay is longer than a year, so that those of later years are not looked at; half open: models/engine.ts.
        endDate: halfOpenRange(`${year}-01-01`, `${Number(year) + 2}-01-01`),
        startDate: { $lt: addDays(last, 1) },
        status: { $in: [...LET_STATES] },
      },
    },
    {
      $lookup: {
        from: LedgerEntryModel.collection.name,
        ...{ localField: "_id", foreignField: "reservation" },
        pipeline: [{ $match: { type: "transferred" } }, { $limit: 1 }, { $project: { _id: 1 } }],
        as: "sent",
      },
    },
    { $match: { sent: { $ne: [] } } },
    { $group: { _id: "$ownerId" } },
  ]);
  return [...paid, ...letting.map(({ _id }) => _id)].sort((a, b) =>
    a.toString() < b.toString() ? -1 : 1,
  );
}

/** Years that some bookings were paid in, and those of their first and last days that have come, if they were let. */
interface Years {
  _id: { paid: string[]; stay: { first: string; last: string }[] };
}

/**
 * The years in which an owner was paid or let days that have come, the latest first; in one question, of which the answer is
 * as long for many bookings as for few.
 */
export async function declaredYears(ownerId: string, now: Date): Promise<string[]> {
  const today = todayInParis(now);
  const found = await LedgerEntryModel.aggregate<Years>([
    // By itself, as an index has it: the embedded engine would take that of the type, and read everybody's.
    { $match: { owner: new Types.ObjectId(ownerId) } },
    { $match: { type: "transferred" } },
    {
      $group: {
        _id: "$reservation",
        paid: {
          $addToSet: { $dateToString: { date: "$at", format: "%Y", timezone: "Europe/Paris" } },
        },
      },
    },
    {
      $lookup: {
        from: ReservationModel.collection.name,
        ...{ localField: "_id", foreignField: "_id" },
        pipeline: [
          { $match: { status: { $in: LET_STATES }, startDate: { $lte: today } } },
          {
            $project: {
              ...{ _id: 0, first: YEAR_OF("$startDate") },
              last: YEAR_OF({ $min: ["$endDate", today] }),
            },
          },
        ],
        as: "stay",
      },
    },
    { $group: { _id: { paid: "$paid", stay: "$stay" } } },
  ]);
  // No stay is longer than a year.
  const years = found.flatMap(({ _id: { paid, stay } }) => [
    ...paid,
    ...stay.flatMap(({ first, last }) => [first, last]),
  ]);
  return [...new Set(years)].sort((a, b) => Number(b) - Number(a));
}

const min = (one: Day, other: Day): Day => (compareDays(one, other) < 0 ? one : other);

/** 'YYYY' of a day. */
const YEAR_OF = (day: string | object) => ({ $substrBytes: [day, 0, 4] });

/** What is declared of some owners' year; somebody who never had an account is left out. */
export async function readDeclarations(
  ownerIds: readonly Types.ObjectId[],
  year: string,
  now: Date,
): Promise<Declaration[]> {
  // One alone by their own index: of a list of one the embedded engine would look through all that moved in the year.
  const [only] = ownerIds;
  const owner = only && ownerIds.length === 1 ? only : trusted({ $in: [...ownerIds] });
  const moved = await LedgerEntryModel.find(
    { owner, at: yearRange(year) },
    "reservation type",
  ).lean();
  const paid = moved
    .filter(({ type }) => type === "transferred")
    .map(({ reservation }) => reservation);
  const [entries, settled, begun, accounts, facts] = await Promise.all([
    LedgerEntryModel.find(
      { reservation: trusted({ $in: paid }) },
      "reservation owner type amount at stripeId of",
    ).lean(),
    ReservationModel.find({ _id: trusted({ $in: paid }) }, RESERVATION_FIELDS).lean(),
    ReservationModel.find({ ownerId: owner, startDate: mayReach(year) }, RESERVATION_FIELDS).lean(),
    UserModel.find({ _id: owner }, DECLARED_FIELDS).lean(),
    TaxFactsModel.find({ _id: owner }).lean(),
  ]);
  // Those without a day in the year are left out here: beside their states the embedded engine would look through everybody's.
  const kept = begun.filter(({ status, endDate }) => isLet(status) && endDate >= `${year}-01-01`);
  const reservations = [
    ...new Map([...settled, ...kept].map((one) => [one._id.toString(), one])).values(),
  ];
  const venueIds = [...new Set(reservations.map(({ venueId }) => venueId.toString()))];
  const joined = settled.flatMap(({ supplements = [] }) => supplements.map(({ id }) => id));
  const [venues, places, supplements] = await Promise.all([
    VenueModel.find(
      { _id: trusted({ $in: venueIds }) },
      "userId title street postalCode city cadastralReference",
    ).lean(),
    placesLet(reservations.map(({ _id }) => _id)),
    joined.length > 0
      ? ReservationModel.find({ _id: trusted({ $in: joined }) }, "accountId chargeId").lean()
      : [],
  ]);
  // Each record keeps whom it was paid to: an owner's account may have been made anew since.
  const payees = new Map(
    [...settled, ...supplements].flatMap(({ chargeId, accountId }) =>
      chargeId ? [[chargeId, accountId]] : [],
    ),
  );
  return ownerIds.flatMap((id) => {
    const account = accounts.find(({ _id }) => _id.equals(id));
    if (!account) return [];
    const own = facts.find(({ _id }) => _id.equals(id));
    const properties = propertiesOf({
      year,
      today: todayInParis(now),
      entries: entries.filter((entry) => entry.owner.equals(id)),
      reservations: reservations
        .filter(({ ownerId }) => ownerId.equals(id))
        .map((one) => ({ ...one, address: places.get(one._id.toString()) })),
      payees,
      venues: venues.filter(({ userId }) => userId.equals(id)).map(whereItWas(own)),
    });
    const known = declaredOwner(account, own);
    const exclusion = exclusionOf(known, properties);
    return [
      {
        year,
        owner: known,
        exclusion,
        missing: exclusion === null && properties.length > 0 ? missingFacts(known) : [],
        properties,
        accounts: accountsOf(properties, known.accountId),
        total: addQuarters(properties.flatMap(({ quarters }) => quarters)),
        isOver: !isUnderWay(year, now),
        takenBack: properties
          .flatMap(({ takenBack }) => takenBack)
          .reduce((sum, one) => sum + one, 0),
      },
    ];
  });
}

/**
 * When stays begin that may have days in a year. None is longer than one, so that an owner's index gives those alone and
 * not their whole past, whose receipts would all be read too.
 */
const mayReach = (year: string) =>
  halfOpenRange(`${Number(year) - 1}-01-01`, `${Number(year) + 1}-01-01`);

/** Where reservations were let, by their ids, as their first receipts keep it; their owner may have moved the venue since. */
async function placesLet(ids: readonly Types.ObjectId[]): Promise<Map<string, string>> {
  // What is no receipt is left out here: beside its kind the embedded engine would look through everybody's.
  const papers = await ReceiptModel.find(
    { reservation: trusted({ $in: [...ids] }) },
    "reservation kind venueAddress",
  )
    .sort({ issuedAt: -1 })
    .lean();
  const receipts = papers.filter(({ kind }) => kind === "receipt");
  return new Map(
    receipts.map(({ reservation, venueAddress }) => [reservation.toString(), venueAddress]),
  );
}

/** A venue of a closed account has no street any more: what was kept of it for this stands in. */
function whereItWas(facts: TaxFacts | undefined) {
  return <V extends Pick<Venue, "_id">>(venue: V) => ({
    ...venue,
    keptAddress: facts?.properties?.find((one) => one.venue.equals(venue._id))?.address,
  });
}

const RESERVATION_FIELDS =
  "ownerId venueId status startDate endDate accountId chargeId supplements.id";

/** The declarations of a whole year, or of some owners' year, as they are needed. */
export async function* eachDeclaration(
  year: string,
  now: Date,
  some?: readonly Types.ObjectId[],
): AsyncGenerator<Declaration> {
  const owners = some ?? (await declaredOwners(year, now));
  for (let start = 0; start < owners.length; start += OWNERS_AT_ONCE) {
    yield* await readDeclarations(owners.slice(start, start + OWNERS_AT_ONCE), year, now);
  }
}

/** Whether a year goes on still, so that what it brings may change. */
export function isUnderWay(year: string, now: Date): boolean {
  return year >= todayInParis(now).slice(0, 4);
}

/**
 * The year that somebody asks for; empty: the one that is being declared.
 *
 * @throws Refusal("not_found") of one to come, of which nothing can be said
 */
export function askedYear(asked: string, now: Date): string {
  if (asked > todayInParis(now).slice(0, 4)) throw new Refusal("not_found");
  return asked || declaredYear(now);
}

/** For so many days after its end a year is declared, and not the one that has begun. */
const FILING_DAYS = 31;

/** The year that was over 31 days ago or less, else the present one: what is being declared now. */
export function declaredYear(now: Date): string {
  return todayInParis(addMinutes(now, -FILING_DAYS * DAY_MINUTES)).slice(0, 4);
}

/** From when on `declaredYear` is this year. */
export function declaredFrom(year: string): Date {
  return addMinutes(parisMidnight(`${year}-01-01`), FILING_DAYS * DAY_MINUTES);
}

/** When an owner was asked for what a year's declaration lacks; of a former release's mails by what was being declared then. */
export function remindersOf(
  year: string,
  { reminders = [], reminderYears = [] }: Pick<TaxFacts, "reminders" | "reminderYears">,
): Date[] {
  const years = new Map(reminderYears.map((one) => [one.at.getTime(), one.year]));
  return reminders.filter((at) => (years.get(at.getTime()) ?? declaredYear(at)) === year);
}
