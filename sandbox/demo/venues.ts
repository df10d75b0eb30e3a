import { POLICIES, type Capacity, type VenueType } from "@models/enumerations";
import type { Venue, VenuePhoto } from "@models/venue";
import type { TimeRules } from "~/rules/time-rules";
import { addDays, addMinutes, parisMidnight, todayInParis, type Day } from "~/platform/days";
import { eurosToCents } from "~/platform/money";
import { searchKeysOf } from "~/venues/search-keys";
import { COMMUNES, QUAYS, SHORES, type Commune, type District } from "./communes";
import { PICTURE_SIZE, type Shot } from "./drawing";
import type { DemoOwner } from "./owners";
import type { OwnerAccount } from "./people";
import { chanceOf, idFor, type Chance } from "./random";
import { SCENES, type Scene } from "./scenes";
import { VENUE_KINDS, type Place } from "./venue-kinds";
import { describe, factsOf, withPromised } from "./venue-practice";
import { VENUE_TEXTS, type VenueTexts } from "./venue-texts";

export interface DemoVenue {
  venue: Venue;
  owner: OwnerAccount;
  /** What each of its photos shows, in order. */
  shots: Shot[];
}

/** How much more a larger capacity costs, in hundredths. */
const CAPACITY_FACTORS: Record<Capacity, number> = {
  ">11": 85,
  ">51": 100,
  ">101": 115,
  "<100": 145,
};
/** What a half day costs of a day, in hundredths. */
const HALF_DAY_FACTOR = 60;
const CHANCE_OF_HALF_DAYS = 0.45;
const CHANCE_OF_UNAVAILABLE = 0.05;
/** How often `chance` was asked for the photos before they had one of their own. */
const DRAWS_OF_PHOTOS = 9;

/**
 * Everyone's venues, one owner's after another's first, so that any first part of the list has as
 * many owners as it can.
 */
export function makeVenues(owners: readonly OwnerAccount[], now: Date): DemoVenue[] {
  const titles = titlesInOrder();
  const today = todayInParis(now);
  const most = Math.max(...owners.map(({ owner }) => owner.venues.length));
  const rounds = Array.from({ length: most }, (_, round) => round);
  return rounds.flatMap((round) =>
    owners.flatMap((account) => {
      const kind = account.owner.venues[round];
      return kind ? [makeVenue(account, kind, round, titles(kind), today)] : [];
    }),
  );
}

/** Gives each title of a kind once. */
function titlesInOrder(): (kind: VenueType) => string {
  const given = new Map<VenueType, number>();
  return (kind) => {
    const count = given.get(kind) ?? 0;
    given.set(kind, count + 1);
    const title = VENUE_TEXTS[kind].titles[count];
    if (!title) throw new Error(`There are more venues of the kind ${kind} than titles for them`);
    return title;
  };
}

function makeVenue(
  account: OwnerAccount,
  type: VenueType,
  round: number,
  title: string,
  today: Day,
): DemoVenue {
  const { owner, user } = account;
  const chance = chanceOf(`venue:${title}`);
  const kind = VENUE_KINDS[type];
  const { place, alsoListedAs, openings } = placeOf(type, title);
  const [scene] = place;
  const city = communeOf(owner, round, scene);
  const district = districtOf(city, scene, chance.pick(COMMUNES[city]));
  const capacity = chance.pick(kind.capacities);
  const time = kind.halfDays && chance.happens(CHANCE_OF_HALF_DAYS) ? "Half" : "Day";
  const status = chance.happens(CHANCE_OF_UNAVAILABLE) ? "unavailable" : "available";
  const listed = user.accountId !== undefined;
  const [always, perhaps] = kind.equipment;
  const rules = rulesOf(chanceOf(`rules:${title}`));
  const shots = chooseShots(place, chanceOf(`photos:${title}`));
  // What follows stays as it was: a view more or less changes nothing but the photos.
  for (let draw = 0; draw < DRAWS_OF_PHOTOS; draw += 1) chance.next();
  const drawn: Omit<Venue, "searchKeys"> = {
    _id: idFor(`venue:${title}`),
    userId: user._id,
    type: [type, ...alsoListedAs.filter(() => chance.happens(0.4))],
    title,
    description: describe(openings, scene, rules, chance),
    street: `${chance.between(1, 140)} ${streetOf(city, scene, chance.pick(district.streets))}`,
    postalCode: district.postalCode,
    city,
    country: "France",
    capacity,
    // A third of each owner's venues, so that an owner of several has both sorts.
    needValidation: round % 3 === 1,
    price: priceOf(kind.euros, capacity, time === "Half", chance),
    time,
    equipement: [...always, ...perhaps.filter(() => chance.happens(0.5))],
    locationIMG: shots.map((shot, index) => photoOf(title, shot, index)),
    status,
    cancellationPolicy: chance.pick(POLICIES),
    ...rules,
    coordinates: {
      lat: nearby(district.lat, chance),
      lng: nearby(district.lng, chance),
    },
    listed,
    searchable: user.stripeStats === "active" && status === "available",
    createdAt: addMinutes(
      parisMidnight(addDays(today, -ageFrom(chance.between(0, 1_000)))),
      chance.between(8 * 60, 20 * 60),
    ),
  };
  const said = {
    ...drawn,
    equipement: withPromised(drawn.equipement, drawn.description),
    ...factsOf(drawn, scene, chanceOf(`facts:${title}`)),
  };
  const venue = { ...said, searchKeys: searchKeysOf(said) };
  return { venue, owner: account, shots };
}

/** Days since it was published: most were there before what was lived in them, a few are new. */
const ageFrom = (thousandths: number) => 2 + Math.round(400 * Math.sqrt(thousandths / 1_000));

type Rules = Partial<Pick<Venue, keyof TimeRules>>;

const TIME_RULES: readonly [Rules, ...Rules[]] = [
  { minimumNotice: 3 },
  { closedWeekdays: ["dimanche"] },
  { preparationBefore: 1, preparationAfter: 1 },
  { minimumNotice: 2, preparationAfter: 2, longestStay: 6 },
  { shortestStay: 2, closedWeekdays: ["lundi", "mardi"] },
];

/** What some owners ask of the days. */
function rulesOf(chance: Chance): Rules {
  return chance.happens(0.2) ? chance.pick(TIME_RULES) : {};
}

/** Where it is: a house by the sea is there. */
function communeOf({ communes, villasAt }: DemoOwner, round: number, scene: Scene): Commune {
  const commune = communes[round % communes.length] ?? communes[0];
  if (scene !== "villa" || SHORES[commune]) return commune;
  if (!villasAt) throw new Error(`No villa of ${commune} faces the sea`);
  return villasAt;
}

/** A house by the sea stands along it. */
function districtOf(commune: Commune, scene: Scene, drawn: District): District {
  return scene === "villa" ? (SHORES[commune] ?? drawn) : drawn;
}

/** A boat lies at its commune's quay. */
function streetOf(commune: Commune, scene: Scene, street: string): string {
  if (scene !== "peniche") return street;
  const quay = QUAYS[commune];
  if (!quay) throw new Error(`No boat is let in ${commune}`);
  return quay;
}

interface PlaceAndWords {
  place: Place;
  alsoListedAs: readonly VenueType[];
  openings: VenueTexts["openings"];
}

/** What a venue of this title is, and what is said of it. */
function placeOf(type: VenueType, title: string): PlaceAndWords {
  const {
    places: [first, second],
    alsoListedAs,
  } = VENUE_KINDS[type];
  const { openings, secondPlace } = VENUE_TEXTS[type];
  return second && secondPlace?.titles.includes(title)
    ? { ...secondPlace, place: second }
    : { place: first, alsoListedAs, openings };
}

/** Cents, in steps of 5 €. */
function priceOf(
  [low, high]: readonly [number, number],
  capacity: Capacity,
  byHalfDay: boolean,
  chance: Chance,
): number {
  const part = byHalfDay ? HALF_DAY_FACTOR : 100;
  const euros = (chance.between(low, high) * CAPACITY_FACTORS[capacity] * part) / 10_000;
  return eurosToCents(Math.max(5, Math.round(euros / 5) * 5));
}

/** Degrees, some hundred metres off, to six decimals. */
function nearby(degrees: number, chance: Chance): number {
  return Number((degrees + (chance.next() - 0.5) * 0.008).toFixed(6));
}

/** Every view of the place, five to seven, in one mood: first the whole, or its first part. */
function chooseShots(place: Place, chance: Chance): Shot[] {
  const mood = chance.between(0, 1);
  const [whole, part, ...others] = place.flatMap((scene) =>
    SCENES[scene].map((_, view): Shot => ({ scene, view, mood })),
  );
  const opening = chance.happens(0.6) ? [whole, part] : [part, whole];
  return [...opening, ...chance.shuffle(others)].filter((shot) => shot !== undefined);
}

function photoOf(title: string, shot: Shot, index: number): VenuePhoto {
  const alt = SCENES[shot.scene][shot.view]?.alt;
  if (!alt) throw new Error(`No view ${shot.view} of ${shot.scene}`);
  return { image: idFor(`photo:${title}:${index}`), alt, ...PICTURE_SIZE };
}
