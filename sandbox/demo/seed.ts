import { syncIndexes } from "@models/all";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { ContactMessageModel } from "@models/contact-message";
import { GalleryTileModel } from "@models/gallery-tile";
import { ImageModel } from "@models/image";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { SettingModel } from "@models/setting";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import mongoose from "mongoose";
import { hashPassword } from "~/accounts/password.server";
import { slotId, slotsOf } from "~/bookings/rules/calendar";
import { holdsDays } from "~/bookings/rules/reservation-states";
import { addDays, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { PICTURES_BUCKET } from "~/platform/images/images.server";
import { DEMO_PASSWORD } from "./accounts";
import { planBookings } from "./bookings";
import { makeContacts } from "./contacts";
import { makeGallery } from "./gallery";
import { payFor } from "./payments";
import { makePeople, type People } from "./people";
import { storePictures, storePicturesWithoutBytes, type DemoPicture } from "./pictures";
import { makeReviews } from "./reviews";
import { importIntoSandbox, paymentObjectsOf } from "./sandbox-import";
import { tell } from "./stories";
import { makeVenues, type DemoVenue } from "./venues";

export interface SeedOptions {
  /** The present instant: past and future are told from its day in Paris. */
  now: Date;
  /** How many venues at most; all of them when absent. */
  venues?: number;
  /** Where the Stripe sandbox answers, if there is one. */
  sandboxUrl?: string;
  /** False leaves the images without bytes, which takes most of the time. */
  pictures?: boolean;
}

/** The setting that stands while a run is under way. */
const UNFINISHED = "demo-unfinished";
/** The days that an owner has closed: from how many days ahead, and how many. */
const CLOSED_DAYS = { from: 70, count: 3 } as const;

/**
 * Fills an empty database with the demo's country: owners and customers, venues with photos,
 * reservations in every state with their payments, messages, reviews, the home page's gallery. On
 * the same day the same country comes out. Users are written last, and what a run that was cut short
 * left behind is removed by the next.
 *
 * @returns false, having done nothing, when the database has users already
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const { now, venues: most, pictures = true, sandboxUrl = env.STRIPE_SANDBOX_URL } = options;
  await syncIndexes();
  if (await UserModel.exists({})) return false;
  await removeUnfinished();
  await SettingModel.create({ _id: UNFINISHED, value: true, updatedAt: now });

  const people = makePeople(await hashPassword(DEMO_PASSWORD), now);
  const venues = makeVenues(people.owners, now).slice(0, most);
  const admin = people.others[0];
  if (!admin) throw new Error("The demo has no administrator");
  const gallery = makeGallery(venues, admin._id, now);
  const images = [...venues.flatMap(picturesOf), ...gallery.pictures];

  await (pictures ? storePictures(images) : storePicturesWithoutBytes(images));
  await VenueModel.insertMany(venues.map(({ venue }) => venue));
  const reservations = await seedReservations(people, venues, now, sandboxUrl);
  await ReviewModel.insertMany(makeReviews(reservations, people.customers, now));
  await ContactMessageModel.insertMany(makeContacts(now));
  await GalleryTileModel.insertMany(gallery.tiles);
  await UserModel.insertMany(usersOf(people));
  await SettingModel.deleteOne({ _id: UNFINISHED });
  return true;
}

/** Empties what a run writes, if one was cut short here. */
async function removeUnfinished(): Promise<void> {
  const unfinished = await SettingModel.findByIdAndDelete(UNFINISHED);
  if (!unfinished) return;
  const written = [
    ImageModel,
    VenueModel,
    BookedSlotModel,
    ReservationModel,
    LedgerEntryModel,
    ReviewModel,
    ContactMessageModel,
    GalleryTileModel,
  ].map(({ collection }) => collection.name);
  const files = [`${PICTURES_BUCKET}.files`, `${PICTURES_BUCKET}.chunks`];
  for (const name of [...written, ...files]) {
    await mongoose.connection.collection(name).deleteMany({});
  }
}

async function seedReservations(
  people: People,
  venues: readonly DemoVenue[],
  now: Date,
  sandboxUrl: string | undefined,
): Promise<Reservation[]> {
  const payments = planBookings(people, venues, now).map((booking) => {
    const customer = booking.buyer.stripeCustomerId;
    if (!customer) throw new Error(`${booking.buyer.email} has never paid anything`);
    return payFor(tell(booking), customer, sandboxUrl ?? env.APP_URL);
  });
  const reservations = payments.map(({ reservation }) => reservation);
  const taken = reservations.filter(({ status }) => holdsDays(status)).flatMap(slotsTakenBy);
  await importIntoSandbox(
    [...usersOf(people).flatMap(paymentObjectsOf), ...payments.flatMap(({ objects }) => objects)],
    sandboxUrl,
  );
  await BookedSlotModel.insertMany([...taken, ...closedDays(venues, taken, now)]);
  await ReservationModel.insertMany(reservations);
  await LedgerEntryModel.insertMany(payments.flatMap(({ ledger }) => ledger));
  return reservations;
}

function usersOf({ owners, customers, others }: People) {
  return [...others, ...owners.map(({ user }) => user), ...customers];
}

function picturesOf({ venue, shots }: DemoVenue): DemoPicture[] {
  return venue.locationIMG.flatMap(({ image }, index) => {
    const shot = shots[index];
    const { userId: owner, createdAt } = venue;
    return shot ? [{ id: image, owner, purpose: "venue", shot, createdAt }] : [];
  });
}

function slotsTakenBy(reservation: Reservation): BookedSlot[] {
  const { venueId: venue, _id } = reservation;
  return slotsOf(reservation).map(({ day, slot }) => ({
    _id: slotId(venue.toHexString(), { day, slot }),
    venue,
    day,
    slot,
    reservation: _id,
  }));
}

/** Some days that the first owner has closed, where nobody has reserved them. */
function closedDays(
  venues: readonly DemoVenue[],
  taken: readonly BookedSlot[],
  now: Date,
): BookedSlot[] {
  const venue = venues[0]?.venue._id;
  if (!venue) return [];
  const ids = new Set(taken.map(({ _id }) => _id));
  const startDate = addDays(todayInParis(now), CLOSED_DAYS.from);
  const endDate = addDays(startDate, CLOSED_DAYS.count - 1);
  return slotsOf({ startDate, endDate, period: "Day" })
    .map(({ day, slot }) => ({
      _id: slotId(venue.toHexString(), { day, slot }),
      venue,
      day,
      slot,
      block: "owner",
    }))
    .filter(({ _id }) => !ids.has(_id));
}
