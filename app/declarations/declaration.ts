/**
 * What is declared of an owner's year to the tax authority: directive (EU) 2021/514, CGI article 1649 ter A
 * and following. Pure; amounts are cents, days and years are Paris's.
 */
import type { Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { compareDays, eachDay, parisMidnight, type Day } from "~/platform/days";
import { foldText } from "~/platform/fold-text";
import { formatEuros, type Cents } from "~/platform/money";
import { addressLine, type DeclaredOwner } from "~/rules/declared-owner";
import { isLet } from "~/rules/reservation-states";
import { broughtBy, type Brought, type Moved } from "./brought";

/** What one property brought in a quarter. */
export interface Quarter {
  /** Days on which it was let, half days as days. */
  days: number;
  /** Reservations that the owner was paid for. */
  activities: number;
  /** What the owner was paid, fees taken off. */
  paid: Cents;
  /** What the platform kept. */
  fees: Cents;
}

/** A property, by its quarters; one that was let at two addresses is two, as the law counts them. */
export interface PropertyYear {
  venueId: string;
  title: string;
  /** '12 rue des Tilleuls, 69003 Lyon' */
  address: string;
  cadastralReference: string | null;
  quarters: readonly [Quarter, Quarter, Quarter, Quarter];
  /** Of what each quarter had brought, what was taken back once it was filed: the quarters are without it, what was filed is not. */
  takenBack: readonly Cents[];
  /** The connected accounts that each quarter was paid to, that of what was taken back once it was filed too; none of one in which nothing was paid. */
  accounts: readonly (readonly string[])[];
}

/** Why nothing is declared of somebody. */
export type Exclusion = "public" | "large";
export const EXCLUSION_LABELS: Record<Exclusion, string> = {
  public: "Organisme public, non déclaré",
  large: "Plus de 2 000 locations d’un même bien, non déclaré",
};

export type MissingFact = "legalName" | "birthDate" | "address" | "taxId" | "registration";
/** Each after 'votre' too. */
export const MISSING_LABELS: Record<MissingFact, string> = {
  legalName: "raison sociale",
  birthDate: "date de naissance",
  address: "adresse",
  taxId: "numéro fiscal",
  registration: "SIRET, SIREN ou RNA",
};

/** Everything that is declared of an owner's year. */
export interface Declaration {
  year: string;
  /** Until then it may change, and is not declared yet. */
  isOver: boolean;
  owner: DeclaredOwner;
  /** Null: it is declared. */
  exclusion: Exclusion | null;
  /** Nothing of whom nothing is declared. */
  missing: MissingFact[];
  properties: PropertyYear[];
  /** The connected accounts that the year was paid to; where nothing was paid in it, the owner's present one, if they have one. */
  accounts: string[];
  total: Quarter;
  /** Of all properties, since it was filed: somebody has to correct it. */
  takenBack: Cents;
}

/** Said of a year that is not over. */
export const YEAR_UNDER_WAY =
  "Cette année n’est pas finie\u00a0: ces montants peuvent encore changer, et ne sont pas encore à déclarer.";

/** Of one property more than so many are no longer declared of organisations. */
const LARGE = 2_000;

const NO_QUARTER: Quarter = { days: 0, activities: 0, paid: 0, fees: 0 };

/** From 0: January to March. */
function quarterOf(day: Day): number {
  return Math.floor((Number(day.slice(5, 7)) - 1) / 3);
}

/** '1er trimestre'. @param index from 0 */
export const quarterName = (index: number) => `${index + 1}${index === 0 ? "er" : "e"} trimestre`;

export function addQuarters(quarters: readonly Quarter[]): Quarter {
  return quarters.reduce(
    (sum, { days, activities, paid, fees }) => ({
      days: sum.days + days,
      activities: sum.activities + activities,
      paid: sum.paid + paid,
      fees: sum.fees + fees,
    }),
    NO_QUARTER,
  );
}

/** What the platform kept: its service fee and its commission together, as the law asks for them. */
export const FEES_LABEL = "Frais de service et commissions retenus";

/** What is said of a year of which something was taken back after it was filed. */
export const takenBackWords = (amount: Cents) =>
  `Repris depuis le 31 janvier suivant\u00a0: ${formatEuros(amount)}, à corriger`;

type Let = Pick<
  Reservation,
  "_id" | "venueId" | "status" | "startDate" | "endDate" | "accountId"
> & {
  /** Where that was, as its receipt says; absent: where the venue is. */
  address?: string | undefined;
};
type Place = Pick<
  Venue,
  "_id" | "title" | "street" | "postalCode" | "city" | "cadastralReference"
> & {
  /** Where it was, once its owner's account is closed and its street forgotten. */
  keptAddress?: string | undefined;
};

export interface YearFacts {
  year: string;
  /** Days after it have not been let yet. */
  today: Day;
  /** Every entry of the owner's reservations that were paid in the year. */
  entries: readonly Moved[];
  /** The reservations that those are of, and those that are confirmed or over. */
  reservations: readonly Let[];
  /** The connected accounts that payments were sent on to, by their charges; that of its reservation for one that is not here. */
  payees: ReadonlyMap<string, string>;
  venues: readonly Place[];
}

/** When a year has been filed: its declaration is due on 31 January after it. */
const filedAt = (year: string) => parisMidnight(`${Number(year) + 1}-02-01`);

/**
 * An owner's properties by quarter; one that brought nothing and was not let is left out, unless what it had brought when it
 * was filed has to be corrected.
 */
export function propertiesOf({
  year,
  today,
  entries,
  reservations,
  payees,
  venues,
}: YearFacts): PropertyYear[] {
  const brought = broughtBy(entries);
  const filed = broughtBy(entries.filter(({ at }) => at < filedAt(year)));
  return venues
    .flatMap((venue) => placesOf(venue, reservations).map((place) => ({ venue, ...place })))
    .map(({ venue, address, isHere, own }) => {
      const days = daysLet(own, year, today);
      const lettingsIn = (of: typeof brought) =>
        own.flatMap(({ _id, accountId }) =>
          lettingsOf(of.get(_id.toString()) ?? [], year).map(({ charge, ...letting }) => ({
            ...{ ...letting, account: payees.get(charge ?? "") ?? accountId },
          })),
        );
      const lettings = lettingsIn(brought);
      const paidIn = (of: typeof lettings, at: number) =>
        of.reduce((sum, letting) => sum + (letting.at === at ? letting.quarter.paid : 0), 0);
      const before = lettingsIn(filed);
      const quarter = (at: number): Quarter =>
        addQuarters([
          { ...NO_QUARTER, days: days.filter((day) => quarterOf(day) === at).length },
          ...lettings.filter((letting) => letting.at === at).map((letting) => letting.quarter),
        ]);
      const accountsAt = (at: number) =>
        [...before, ...lettings].flatMap((one) => (one.at === at ? [one.account] : []));
      return {
        venueId: venue._id.toString(),
        title: venue.title,
        address,
        cadastralReference: isHere ? (venue.cadastralReference ?? null) : null,
        quarters: [quarter(0), quarter(1), quarter(2), quarter(3)] as const,
        takenBack: [0, 1, 2, 3].map((at) => Math.max(0, paidIn(before, at) - paidIn(lettings, at))),
        accounts: [0, 1, 2, 3].map((at) => eachOnce(accountsAt(at))),
      };
    })
    .filter(
      ({ quarters, takenBack }) =>
        quarters.some(({ days, activities }) => days + activities > 0) ||
        takenBack.some((amount) => amount > 0),
    )
    .sort((a, b) => a.title.localeCompare(b.title, "fr") || (keyOf(a) < keyOf(b) ? -1 : 1));
}

const eachOnce = (accounts: readonly string[]) => [...new Set(accounts)].sort();

/** The accounts that a year was paid to. @param present the owner's account now, where it was paid to none */
export function accountsOf(properties: readonly PropertyYear[], present: string | null): string[] {
  const paid = eachOnce(properties.flatMap(({ accounts }) => accounts.flat()));
  return paid.length > 0 || present === null ? paid : [present];
}

const keyOf = ({ venueId, address }: PropertyYear) => `${venueId} ${address}`;

/**
 * Where a venue was let, and what of it there: its owner may have taken it elsewhere since. An address that was only spelt
 * otherwise is the same.
 */
function placesOf(venue: Place, reservations: readonly Let[]) {
  const here = venue.keptAddress ?? addressLine(venue);
  const own = reservations
    .filter(({ venueId }) => venueId.equals(venue._id))
    .map((one) => ({ ...one, address: one.address ?? here }))
    .map((one) => ({ ...one, place: foldText(one.address) }));
  return [...new Set(own.map(({ place }) => place))].map((place) => {
    const there = own.filter((one) => one.place === place);
    const isHere = place === foldText(here);
    return { address: isHere ? here : there[0]!.address, isHere, own: there };
  });
}

/** What reservations brought in each quarter of a year; one that was paid for in several is counted in the first. */
function lettingsOf(
  brought: readonly Brought[],
  year: string,
): { at: number; quarter: Quarter; charge: string | undefined }[] {
  return brought
    .filter(({ day }) => day.startsWith(year))
    .map(({ day, paid, fees, charge }, index) => ({
      ...{ at: quarterOf(day), charge },
      quarter: { days: 0, activities: index === 0 ? 1 : 0, paid, fees },
    }));
}

/** The days of a year on which a property was let, each once. */
function daysLet(reservations: readonly Let[], year: string, today: Day): Day[] {
  const last = compareDays(today, `${year}-12-31`) < 0 ? today : `${year}-12-31`;
  const days = reservations
    .filter(({ status }) => isLet(status))
    .flatMap(({ startDate, endDate }) => eachDay(startDate, endDate))
    .filter((day) => day.startsWith(year) && day <= last);
  return [...new Set(days)];
}

/**
 * What the law asks of an owner and nobody has said yet; a cadastral reference is asked for where it is known. Of a public body
 * its number alone: with that nothing is declared of it.
 */
export function missingFacts(owner: DeclaredOwner): MissingFact[] {
  const { isPerson, birthDate, address, taxId, mayLackTaxId, registration } = owner;
  if (owner.isAuthority) return owner.isPublicBody ? [] : ["registration"];
  return [
    ...(owner.lacksName ? (["legalName"] as const) : []),
    ...(isPerson && birthDate === null ? (["birthDate"] as const) : []),
    ...(address === null ? (["address"] as const) : []),
    ...(taxId === null && !mayLackTaxId ? (["taxId"] as const) : []),
    ...(!isPerson && registration === null && !mayLackTaxId ? (["registration"] as const) : []),
  ];
}

/** Public bodies are not declared, nor who lets one property more than 2,000 times as an organisation. */
export function exclusionOf(
  owner: Pick<DeclaredOwner, "isPublicBody" | "isPerson">,
  properties: readonly PropertyYear[],
): Exclusion | null {
  if (owner.isPublicBody) return "public";
  const isLarge = properties.some(({ quarters }) => addQuarters(quarters).activities > LARGE);
  return isLarge && !owner.isPerson ? "large" : null;
}
