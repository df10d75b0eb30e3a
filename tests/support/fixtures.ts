import { createHash } from "node:crypto";
import { Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import type { Slot } from "@models/enumerations";
import { CONTENT_VERSION, SettingModel, type ContentChange } from "@models/setting";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { slotId } from "~/rules/calendar";
import { searchKeysOf } from "~/venues/search-keys";

let made = 0;

/** A verified account that has accepted the conditions, an administrator's one that has come; its password hash fits no password. */
export async function createUser(fields: Partial<User> = {}): Promise<User> {
  made += 1;
  const user = await UserModel.create({
    tag: `camille-durand-${made}`,
    name: "Camille",
    lastname: "Durand",
    email: `camille${made}@exemple.fr`,
    passwordHash: createHash("sha256").update(String(made)).digest("hex"),
    type: "Entités privés",
    role: "Particulier",
    isAdmin: false,
    isVerified: true,
    termsAcceptedAt: fields.createdAt ?? new Date(),
    ...(fields.isAdmin && {
      adminRole: "super-admin" as const,
      lastLogin: fields.createdAt ?? new Date(),
    }),
    ...fields,
  });
  return user.toObject();
}

/** An owner who can be paid. */
export async function createOwner(fields: Partial<User> = {}): Promise<User> {
  made += 1;
  return await createUser({ accountId: `acct_${made}`, stripeStats: "active", ...fields });
}

/** A venue that anyone may find and reserve; newer than those made before it. */
export async function createVenue(
  owner: Pick<User, "_id">,
  fields: Partial<Venue> = {},
): Promise<Venue> {
  made += 1;
  const usual = { price: 48_000, time: "Day", city: "Lyon", postalCode: "69003" } as const;
  const said = { ...usual, ...fields };
  const venue = await VenueModel.create({
    userId: owner._id,
    type: ["Salles de fête"],
    title: `La Grande Salle ${made}`,
    description: "Une salle claire, au calme, avec un jardin.",
    street: "12 rue des Tilleuls",
    ...{ postalCode: said.postalCode, city: said.city },
    country: "France",
    capacity: ">51",
    needValidation: false,
    ...{ price: said.price, time: said.time },
    equipement: ["Parking", "Chaises"],
    locationIMG: [1, 2, 3, 4, 5].map((place) => ({
      image: new Types.ObjectId(),
      alt: `Vue ${place}`,
      width: 1920,
      height: 1440,
    })),
    status: "available",
    cancellationPolicy: "souple",
    listed: true,
    searchable: true,
    createdAt: new Date(Date.UTC(2026, 0, 1) + made * 60_000),
    searchKeys: searchKeysOf(said),
    ...fields,
  });
  await tellChange({ venues: [venue._id.toString()] });
  return venue.toObject();
}

/** Takes half days of a venue, as a block of its owner would. */
export async function takeSlots(
  venue: Pick<Venue, "_id">,
  ...taken: readonly [day: string, slot: Slot][]
): Promise<void> {
  await BookedSlotModel.insertMany(
    taken.map(([day, slot]) => ({
      _id: slotId(venue._id.toString(), { day, slot }),
      venue: venue._id,
      day,
      slot,
      block: "owner",
    })),
  );
  await tellChange({ days: [venue._id.toString()] });
}

/** As the product does after each such write; its own function would read the environment now. */
async function tellChange(change: ContentChange): Promise<void> {
  await SettingModel.updateOne(
    { _id: CONTENT_VERSION },
    {
      $inc: { value: 1, told: 1 },
      $push: { changes: { $each: [JSON.stringify(change)], $slice: -100 } },
      $set: { updatedAt: new Date() },
    },
    { upsert: true },
  );
}
