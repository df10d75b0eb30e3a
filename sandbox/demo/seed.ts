import { syncIndexes } from "@models/all";
import { AuditEntryModel } from "@models/audit-entry";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { ContactMessageModel } from "@models/contact-message";
import { DayCountModel } from "@models/day-count";
import { GalleryTileModel } from "@models/gallery-tile";
import { ImageModel } from "@models/image";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PaymentCaseModel } from "@models/payment-case";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReceiptCounterModel } from "@models/receipt-counter";
import { ReceiptModel } from "@models/receipt";
import { ReportModel } from "@models/report";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { SecondFactorModel } from "@models/second-factor";
import { LEDGER_COMPARED_TO, SettingModel } from "@models/setting";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { hashPassword } from "~/accounts/password.server";
import mongoose from "mongoose";
import { slotId, slotsOf } from "~/rules/calendar";
import { heldSlots } from "~/rules/preparation";
import { holdsDays } from "~/rules/reservation-states";
import { addDays, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { DEMO_PASSWORD } from "./accounts";
import { makeAuditLog } from "./audit-log";
import { CUSTOMER, planBookings } from "./bookings";
import { makeCalendars } from "./calendars";
import { makeContacts } from "./contacts";
import { makeGallery } from "./gallery";
import { instantOfRun, isUnfinished, writeParts, type Part, type Tell } from "./parts";
import { payFor } from "./payments";
import { failedMails } from "./failed-mails";
import { makePeople, type People } from "./people";
import {
  PICTURE_FILES,
  storePictures,
  storePicturesWithoutBytes,
  type DemoPicture,
  type Drawn,
} from "./pictures";
import { makePrivacyRequests } from "./privacy-requests";
import { makeReceipts } from "./receipts";
import { makeSecondFactors } from "./second-factors";
import { makeReports } from "./reports";
import { makeReviews, ratingFrom } from "./reviews";
import { importIntoSandbox, paymentObjectsOf } from "./sandbox-import";
import { makeSiteState } from "./site-state";
import { hasUsers, refuseSeparated, refuseStrangers } from "./strangers";
import { tell } from "./stories";
import { makeVenues, type DemoVenue } from "./venues";
import {
  failedJob,
  JOBS,
  lastNight,
  ledgerDifferences,
  paymentCases,
  planTroubles,
} from "./troubles";
import { makeVisits } from "./visits";
import { makeWishes } from "./wishes";

export interface SeedOptions {
  /** The present instant: past and future are told from its day in Paris. */
  now: Date;
  /** How many venues at most; all of them when absent. */
  venues?: number;
  /** Where the Stripe sandbox answers, if there is one. */
  sandboxUrl?: string;
  /** Drawing them takes most of the time: see `Drawn`, or `none`, which leaves the images without bytes. Default: all. */
  pictures?: Drawn | "none";
  /** Told how far it is, now and then. */
  tell?: Tell;
}

/** The days that an owner has closed: from how many days ahead, and how many. */
const CLOSED_DAYS = { from: 70, count: 3 } as const;

/**
 * Fills an empty database with the demo's country: owners and customers, venues with photos,
 * reservations in every state with their payments, messages, reviews, the home page's gallery. On
 * the same day the same country comes out. A run that was cut short is gone on with where it was;
 * users are written last, so that nobody takes a part for the whole.
 *
 * @returns false, having done nothing, when the demo is there already
 * @throws RefusedDatabaseError, having done nothing, when the database is somebody else's, or has the demo whose
 *   payments the sandbox does not know
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const isUnderWay = await isUnfinished();
  if (await hasUsers()) {
    const demo = usersOf(makePeople("", options.now));
    await refuseStrangers(
      demo.map(({ _id }) => _id),
      isUnderWay,
    );
    if (!isUnderWay) {
      const { sandboxUrl = env.STRIPE_SANDBOX_URL } = options;
      const accounts = demo.flatMap(({ accountId }) => accountId ?? []);
      if (sandboxUrl) await refuseSeparated(accounts, sandboxUrl);
      return false;
    }
  }
  await syncIndexes();
  const run = await instantOfRun(options.now);
  await writeParts(await partsOf({ ...options, now: run }), run, options.tell ?? (() => undefined));
  return true;
}

async function partsOf(options: SeedOptions): Promise<Part[]> {
  const { now, venues: most, pictures = "all", sandboxUrl = env.STRIPE_SANDBOX_URL } = options;
  const people = makePeople(await hashPassword(DEMO_PASSWORD), now);
  const venues = makeVenues(people.owners, now).slice(0, most);
  const admin = people.others[0];
  if (!admin) throw new Error("The demo has no administrator");
  const gallery = makeGallery(venues, admin._id, now);
  const images = [...venues.flatMap(picturesOf), ...gallery.pictures];
  const payments = planPayments(people, venues, now, sandboxUrl);
  const reservations = payments.map(({ reservation }) => reservation);
  const allVenues = venues.map(({ venue }) => venue);
  const { receipts, counters } = makeReceipts(payments, usersOf(people), allVenues);
  const customer = people.customers.find(({ email }) => email === CUSTOMER);
  const wishes = makeWishes(reservations, customer, now);
  const reviews = makeReviews(reservations, allVenues, people.customers, now);
  const { reports, decisions } = makeReports(venues, reviews, admin._id, now);
  const contacts = makeContacts(now);
  const auditLog = makeAuditLog(
    {
      admins: people.others.filter(({ isAdmin }) => isAdmin),
      masters: people.others.filter(({ masterStatus }) => masterStatus !== undefined),
      banned: people.others.filter(({ bannedAt }) => bannedAt !== undefined),
      ...{ reviews, decisions, contacts, tiles: gallery.tiles },
    },
    now,
  );
  const taken = reservations.filter(({ status }) => holdsDays(status)).flatMap(slotsTakenBy);
  const closed = [...taken, ...closedDays(venues, taken, now)];
  const calendars = makeCalendars(venues, closed, now);

  return [
    {
      name: "pictures",
      label: "Photos",
      collections: [ImageModel, ...PICTURE_FILES].map(nameOf),
      resumes: true,
      write: () =>
        pictures === "none"
          ? storePicturesWithoutBytes(images)
          : storePictures(images, pictures, (done, of) => options.tell?.("Photos", done, of)),
    },
    part("venues", "Lieux", [VenueModel], async () => {
      await VenueModel.insertMany(
        venues.map(({ venue }) => ({ ...venue, rating: ratingFrom(venue._id, reviews) })),
      );
    }),
    part("payments", "Paiements", [], () =>
      importIntoSandbox(
        [...usersOf(people).flatMap(paymentObjectsOf), ...payments.flatMap((one) => one.objects)],
        sandboxUrl,
      ),
    ),
    part(
      "reservations",
      "Réservations",
      [
        ...[BookedSlotModel, CalendarImportModel, ReservationModel],
        ...[LedgerEntryModel, LedgerDifferenceModel, PaymentCaseModel],
        ...[ReceiptModel, ReceiptCounterModel, WishModel],
      ],
      async () => {
        await BookedSlotModel.insertMany([...closed, ...calendars.slots]);
        await CalendarImportModel.insertMany(calendars.imports);
        await ReservationModel.insertMany(reservations);
        await WishModel.insertMany(wishes);
        await LedgerEntryModel.insertMany(payments.flatMap(({ ledger }) => ledger));
        await LedgerDifferenceModel.insertMany(ledgerDifferences(payments, now));
        const compared = { value: lastNight(now).getTime(), updatedAt: lastNight(now) };
        await SettingModel.updateOne(
          { _id: LEDGER_COMPARED_TO },
          { $set: compared },
          { upsert: true },
        );
        await PaymentCaseModel.insertMany(paymentCases(payments));
        await ReceiptModel.insertMany(receipts);
        await ReceiptCounterModel.insertMany(counters);
      },
    ),
    part(
      "words",
      "Avis et messages",
      [
        ReviewModel,
        ReportModel,
        ModerationDecisionModel,
        ContactMessageModel,
        PrivacyRequestModel,
        GalleryTileModel,
        AuditEntryModel,
        DayCountModel,
        MailModel,
      ],
      async () => {
        await ReviewModel.insertMany(reviews);
        await ReportModel.insertMany(reports);
        await ModerationDecisionModel.insertMany(decisions);
        await ContactMessageModel.insertMany(contacts);
        await PrivacyRequestModel.insertMany(makePrivacyRequests(now));
        await GalleryTileModel.insertMany(gallery.tiles);
        await DayCountModel.insertMany(makeVisits(now));
        await MailModel.insertMany(failedMails(payments, usersOf(people), venues, now));
        await AuditEntryModel.insertMany(auditLog.entries);
        // The settings are no part's alone: said whole, so that they can be written again.
        for (const { _id, ...setting } of [makeSiteState(now), auditLog.head]) {
          await SettingModel.updateOne({ _id }, { $set: setting }, { upsert: true });
        }
      },
    ),
    // Agenda's collection is never emptied: by now it may hold the jobs of a server that is running.
    part("jobs", "Tâches", [], async () => {
      const { name, type, ...job } = failedJob(now);
      await mongoose.connection
        .collection(JOBS)
        .updateOne({ name, type }, { $set: job }, { upsert: true });
    }),
    part("users", "Comptes", [SecondFactorModel, UserModel], async () => {
      await SecondFactorModel.insertMany(makeSecondFactors(people.others, now));
      await UserModel.insertMany(usersOf(people));
    }),
  ];
}

function part(
  name: string,
  label: string,
  models: readonly { collection: { name: string } }[],
  write: () => Promise<void>,
): Part {
  return { name, label, collections: models.map(nameOf), write };
}

function nameOf(model: { collection: { name: string } } | string): string {
  return typeof model === "string" ? model : model.collection.name;
}

function planPayments(
  people: People,
  venues: readonly DemoVenue[],
  now: Date,
  sandboxUrl: string | undefined,
) {
  const told = planBookings(people, venues, now).map((booking) => ({ booking, ...tell(booking) }));
  const troubles = planTroubles(told, now);
  return told.map(({ booking, ...story }) => {
    const customer = booking.buyer.stripeCustomerId;
    if (!customer) throw new Error(`${booking.buyer.email} has never paid anything`);
    const trouble = troubles.get(story.reservation.reference);
    return payFor(story, customer, sandboxUrl ?? env.APP_URL, trouble);
  });
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
  return heldSlots(reservation, reservation).map((slot) => ({
    _id: slotId(venue.toHexString(), slot),
    venue,
    ...slot,
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
