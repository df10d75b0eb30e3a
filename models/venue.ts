import { Schema, type IndexDefinition, type Types } from "mongoose";
import { defineModel, FRENCH, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import {
  CAPACITY_CODES,
  EQUIPMENT,
  PERIODS,
  POLICIES,
  STEP_FREE_ACCESS,
  VENUE_STATUSES,
  VENUE_TYPES,
  WEEKDAYS,
  type Capacity,
  type Equipment,
  type Period,
  type Policy,
  type StepFreeAccess,
  type VenueStatus,
  type VenueType,
  type Weekday,
} from "./enumerations";

/** A photo of a venue, copied from its image so that a listing reads one collection. */
export interface VenuePhoto {
  image: Types.ObjectId;
  alt: string;
  /** Pixels of the largest size. */
  width: number;
  height: number;
}

export interface VenueRating {
  count: number;
  sum: number;
  /** Tenths of a star, rounded as it is shown: what lists are sorted by (venues/rating). */
  average: number;
}

/** The address under which other calendars read a venue's reservations and closed days. */
export interface CalendarFeed {
  /** Random; the secret in the address is made of it. A new one makes the address before it void. */
  salt: string;
  createdAt: Date;
}

/** What the database's own search asks of a venue beyond what its owner said: venues/search-keys makes them. */
export interface SearchKeys {
  /** What a customer pays for one whole day, in cents. */
  wholeDay: number;
  /** The city's name, folded, from each of its words on: any of them may be what somebody typed the start of. */
  city: string[];
  /** Where it lies, longitude first; absent where nobody knows. */
  place?: { type: "Point"; coordinates: [number, number] };
}

export interface Venue {
  _id: Types.ObjectId;
  /** The owner. */
  userId: Types.ObjectId;
  type: VenueType[];
  title: string;
  description: string;
  street: string;
  postalCode: string;
  city: string;
  country: "France";
  capacity: Capacity;
  /** True: the owner answers each request within 24 hours. */
  needValidation: boolean;
  /** Cents for one day, or one half day when `time` is 'Half'. */
  price: number;
  time: Period;
  equipement: Equipment[];
  /** Square metres. */
  floorArea?: number;
  stepFreeAccess?: StepFreeAccess;
  /** Days from the request to the first day, at least; one when absent. */
  minimumNotice?: number;
  /** Half days that are kept free before and after each stay, for whoever prepares and tidies. */
  preparationBefore?: number;
  preparationAfter?: number;
  /** Days of the week on which nobody can stay. */
  closedWeekdays?: Weekday[];
  /** In the venue's own unit: days, or half days when `time` is 'Half'. */
  shortestStay?: number;
  longestStay?: number;
  /** When it may be used: '8 h à 13 h et 14 h à 19 h'. */
  hours?: string;
  /** Until when one may come in, and how: '18 h, remise des clés à l’accueil'. */
  latestAccess?: string;
  houseRules?: string;
  /** 5 to 10; the first is the cover. */
  locationIMG: VenuePhoto[];
  status: VenueStatus;
  cancellationPolicy: Policy;
  /** How to get in, for those whose reservation is confirmed, and for the office. */
  arrival?: string;
  coordinates?: { lat: number; lng: number };
  /** '69383000AB0123', where its owner knows it: for the tax authority alone. */
  cadastralReference?: string;
  /** Once its owner asked for one. */
  calendarFeed?: CalendarFeed;
  /**
   * The owner has a payment account and is neither banned nor deleted; the venue is neither deleted nor
   * suspended.
   */
  listed: boolean;
  /** `listed` and available: what the search finds. */
  searchable: boolean;
  /** Follow price, time, city and coordinates. */
  searchKeys: SearchKeys;
  /** Of its published reviews, how many there are and all their stars; absent before the first. */
  rating?: VenueRating;
  /** While moderation keeps it from everybody but its owner. */
  suspendedAt?: Date;
  /** Set when the owner deleted it: hidden, not erased. */
  deletedAt?: Date;
  /** The digest of what it was published from, until its owner changes it: the same sent again is no other venue. */
  sentAs?: string;
  /** Counted up by transactions beside which it must not be withdrawn: keepVenueOpen. */
  lock?: number;
  createdAt: Date;
}

const photo = new Schema<VenuePhoto>(
  {
    image: { type: Schema.Types.ObjectId, required: true },
    alt: { type: String, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
  },
  { _id: false },
);

const searchKeys = new Schema<SearchKeys>(
  {
    wholeDay: { type: Number, required: true },
    city: { type: [String], required: true },
    place: {
      type: new Schema<NonNullable<SearchKeys["place"]>>(
        { type: { type: String, required: true }, coordinates: { type: [Number], required: true } },
        { _id: false },
      ),
    },
  },
  { _id: false },
);

const schema = new Schema<Venue>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    type: { type: [String], enum: VENUE_TYPES, required: true },
    title: { type: String, required: true },
    description: { type: String, required: true },
    street: { type: String, required: true },
    postalCode: { type: String, required: true },
    city: { type: String, required: true },
    country: { type: String, required: true },
    capacity: { type: String, enum: CAPACITY_CODES, required: true },
    needValidation: { type: Boolean, required: true },
    price: { type: Number, required: true, min: 100, max: 999_900 },
    time: { type: String, enum: PERIODS, required: true },
    equipement: { type: [String], enum: EQUIPMENT, required: true },
    floorArea: Number,
    stepFreeAccess: { type: String, enum: STEP_FREE_ACCESS },
    minimumNotice: Number,
    preparationBefore: Number,
    preparationAfter: Number,
    closedWeekdays: { type: [String], enum: WEEKDAYS, default: undefined },
    shortestStay: Number,
    longestStay: Number,
    hours: String,
    latestAccess: String,
    houseRules: String,
    locationIMG: { type: [photo], required: true },
    status: { type: String, enum: VENUE_STATUSES, required: true, default: "available" },
    cancellationPolicy: { type: String, enum: POLICIES, required: true, default: "souple" },
    arrival: String,
    cadastralReference: String,
    coordinates: { type: new Schema({ lat: Number, lng: Number }, { _id: false }) },
    calendarFeed: {
      type: new Schema<CalendarFeed>({ salt: String, createdAt: Date }, { _id: false }),
    },
    listed: { type: Boolean, required: true },
    searchable: { type: Boolean, required: true },
    searchKeys: { type: searchKeys, required: true },
    rating: {
      type: new Schema<VenueRating>(
        { count: Number, sum: Number, average: Number },
        { _id: false },
      ),
    },
    suspendedAt: Date,
    deletedAt: Date,
    sentAs: String,
    lock: Number,
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "venues" },
);
schema.index({ userId: 1, createdAt: -1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ title: 1, _id: 1 }, { collation: FRENCH });
schema.index({ price: 1, _id: 1 });
schema.index({ searchable: 1, createdAt: -1, _id: -1 });
schema.index({ status: 1, createdAt: -1, _id: -1 });
schema.index({ suspendedAt: 1 }, SPARSE);
schema.index({ deletedAt: 1 }, SPARSE);
// Whether anybody may see a photo is asked by the photo (platform/images/known-pictures).
schema.index({ "locationIMG.image": 1 });

/**
 * For the database's own search (venues/search-database), in the order equality, sort, range; made only where that is
 * chosen (models/all), because each costs every publication and edit. Between the order of the list and the index of a rare
 * condition the planner chooses by trial: what is common is found soonest in the order of the list.
 */
export const SEARCH_INDEXES: readonly IndexDefinition[] = [
  // By price, either way, and between two prices: the range is the sort's own field.
  { searchable: 1, "searchKeys.wholeDay": 1, _id: 1 },
  // The best rated first, of equal ones those with more reviews; who has none stands behind all who have.
  { searchable: 1, "rating.average": -1, "rating.count": -1, createdAt: -1, _id: -1 },
  // In a city, by the start of any word of its name; the newest of one city stand in order.
  { searchable: 1, "searchKeys.city": 1, createdAt: -1, _id: -1 },
  // Of a kind, for so many people: equality, then the newest first.
  { searchable: 1, type: 1, createdAt: -1, _id: -1 },
  { searchable: 1, capacity: 1, createdAt: -1, _id: -1 },
  // Like one and near it, by distance; in its département where nobody knows the distance.
  { "searchKeys.place": "2dsphere" },
  { searchable: 1, postalCode: 1 },
];

export const VenueModel = defineModel("Venue", schema);
