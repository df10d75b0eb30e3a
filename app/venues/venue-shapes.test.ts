import { Types } from "mongoose";
import { expect, expectTypeOf, it } from "vitest";
import { VENUE_FIELDS, type VenueField } from "./venue-input";
import {
  API_FIELDS,
  apiVenueShape,
  PRIVATE_FIELDS,
  PUBLIC_FIELDS,
  publicOf,
  toApiVenue,
  type ApiVenue,
  type PublicVenue,
} from "./venue-shapes";

const MARK = "for confirmed guests alone";

/** All that is said of it is the mark; no call here looks at what it is. */
const venue = {
  ...Object.fromEntries(VENUE_FIELDS.map((name) => [name, MARK])),
  ...{ price: 48_000, _id: new Types.ObjectId(), userId: new Types.ObjectId() },
  ...{ locationIMG: [], createdAt: new Date() },
} as unknown as ApiVenue;

it("each field that an owner says of a venue is told to everybody or to nobody", () => {
  expect([...PUBLIC_FIELDS, ...PRIVATE_FIELDS].sort()).toEqual([...VENUE_FIELDS].sort());
  expect(Object.keys(publicOf(venue))).toEqual(PUBLIC_FIELDS);
  type Told = Exclude<VenueField, (typeof PRIVATE_FIELDS)[number]>;
  expectTypeOf<keyof PublicVenue>().toEqualTypeOf<Told>();
});

it.each(PRIVATE_FIELDS)("%s is neither asked for nor answered by /api", (field) => {
  expect(API_FIELDS.split(" ")).not.toContain(field);
  expect(apiVenueShape.shape).not.toHaveProperty(field);
  expect(toApiVenue(venue)).not.toHaveProperty(field);
  const others = Object.fromEntries(VENUE_FIELDS.map((name) => [name, undefined]));
  const alone = { ...venue, ...others, price: 48_000, [field]: MARK };
  expect(JSON.stringify(toApiVenue(alone))).not.toContain(MARK);
});
