import { POLICIES, STEP_FREE_ACCESS, type Capacity, type VenueType } from "@models/enumerations";
import type { Venue, VenuePhoto } from "@models/venue";
import type { TimeRules } from "~/rules/time-rules";
import { addDays, addMinutes, parisMidnight, todayInParis, type Day } from "~/platform/days";
import { eurosToCents } from "~/platform/money";
import { searchKeysOf } from "~/venues/search-keys";
import { COMMUNES } from "./communes";
import { PICTURE_SIZE, type Shot } from "./drawing";
import type { OwnerAccount } from "./people";
import { chanceOf, idFor, type Chance } from "./random";
import { SCENES, type Scene } from "./scenes";
import { VENUE_KINDS } from "./venue-kinds";
import { CLOSINGS, DETAILS, HOURS, HOUSE_RULES, LATEST_ACCESSES, VENUE_TEXTS } from "./venue-texts";

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
/** Square metres. */
const AREAS: Record<Capacity, readonly [low: number, high: number]> = {
  ">11": [18, 45],
  ">51": [50, 120],
  ">101": [110, 240],
  "<100": [220, 620],
};
/** What a half day costs of a day, in hundredths. */
const HALF_DAY_FACTOR = 60;
const CHANCE_OF_HALF_DAYS = 0.45;
const CHANCE_OF_UNAVAILABLE = 0.05;
/** Under open sky, so described with other details. */
const OUTDOORS = new Set<Scene>(["jardin", "villa", "chapiteau", "chateau"]);

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
  const city = owner.communes[round % owner.communes.length] ?? owner.communes[0];
  const district = chance.pick(COMMUNES[city]);
  const capacity = chance.pick(kind.capacities);
  const time = kind.halfDays && chance.happens(CHANCE_OF_HALF_DAYS) ? "Half" : "Day";
  const status = chance.happens(CHANCE_OF_UNAVAILABLE) ? "unavailable" : "available";
  const listed = user.accountId !== undefined;
  const [always, perhaps] = kind.equipment;
  const shots = chooseShots(kind.scenes, chance);
  const drawn: Omit<Venue, "searchKeys"> = {
    _id: idFor(`venue:${title}`),
    userId: user._id,
    type: [type, ...kind.alsoListedAs.filter(() => chance.happens(0.4))],
    title,
    description: describe(type, kind.scenes[0], chance),
    street: `${chance.between(1, 140)} ${chance.pick(district.streets)}`,
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
    ...factsOf(capacity, chanceOf(`facts:${title}`)),
    ...rulesOf(chanceOf(`rules:${title}`)),
    coordinates: {
      lat: nearby(district.lat, chance),
      lng: nearby(district.lng, chance),
    },
    listed,
    searchable: listed && status === "available",
    createdAt: addMinutes(
      parisMidnight(addDays(today, -chance.between(2, 300))),
      chance.between(8 * 60, 20 * 60),
    ),
  };
  const venue = { ...drawn, searchKeys: searchKeysOf(drawn) };
  return { venue, owner: account, shots };
}

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

/** What some owners say beyond what they must. */
function factsOf(capacity: Capacity, chance: Chance): Partial<Venue> {
  if (chance.happens(0.3)) return {};
  return {
    floorArea: chance.between(...AREAS[capacity]),
    stepFreeAccess: chance.pick(STEP_FREE_ACCESS),
    hours: chance.pick(HOURS),
    latestAccess: chance.pick(LATEST_ACCESSES),
    ...(chance.happens(0.7) && { houseRules: chance.pick(HOUSE_RULES) }),
  };
}

function describe(type: VenueType, scene: Scene, chance: Chance): string {
  const details: readonly [string, ...string[]] = OUTDOORS.has(scene)
    ? DETAILS.outdoors
    : DETAILS.indoors;
  const opening = chance.pick(VENUE_TEXTS[type].openings);
  return [opening, chance.pick(details), chance.pick(CLOSINGS)].filter(Boolean).join(" ");
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

/** Five to seven photos: the place itself from all sides in one mood, then what lies around it. */
function chooseShots(scenes: readonly [Scene, Scene, ...Scene[]], chance: Chance): Shot[] {
  const [place, ...around] = scenes;
  const mood = chance.between(0, 2);
  const views = chance.happens(0.6) ? [0, 1, 2, 3] : [1, 0, 3, 2];
  const surroundings = around
    .flatMap((scene) => SCENES[scene].map((_, view) => ({ scene, view, mood })))
    .filter(({ view }) => view > 0);
  return [
    ...views.map((view) => ({ scene: place, view, mood })),
    ...chance.shuffle(surroundings).slice(0, chance.between(1, 3)),
  ];
}

function photoOf(title: string, shot: Shot, index: number): VenuePhoto {
  const alt = SCENES[shot.scene][shot.view]?.alt;
  if (!alt) throw new Error(`No view ${shot.view} of ${shot.scene}`);
  return { image: idFor(`photo:${title}:${index}`), alt, ...PICTURE_SIZE };
}
