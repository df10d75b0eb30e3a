import { trusted, Types } from "mongoose";
import { AccessEntryModel } from "@models/access-entry";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { ContactMessageModel } from "@models/contact-message";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReceiptModel } from "@models/receipt";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { SavedFilterModel } from "@models/saved-filter";
import { TaxFactsModel } from "@models/tax-facts";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { exportAccount } from "~/accounts/export-account.server";
import { withoutHome } from "~/rules/receipt-words";
import { NOT_THE_SENDERS } from "./address-data.server";

/** Of a reservation, what its buyer's eyes are for and not its owner's; and keys of no meaning to either. */
const NOT_THE_OWNERS =
  "-userId -requestKey -checkoutUrl -hiddenByBuyer -unpaidBy -cardLast4 -checkoutSessionId -chargeId -paymentIntentId";
const NOT_THE_BUYERS = "-requestKey -accountId";
/** Of a receipt, the other side's card, and ids: whom it is of is on the document itself. */
const NOT_THE_TENANTS = "-buyer -owner";
const NOT_THE_LANDLORDS = "-buyer -owner -cardLast4 -chargeId";

/**
 * All that the product holds of someone, for them to keep: their account, sessions, API tokens, pictures, mails,
 * venues with the days they closed and their calendars, reservations, places on waiting lists, payments, receipts, reviews and messages,
 * what they reported, what was decided about them, what they asked about their data and when an administrator looked at it.
 * What is known by their address alone is theirs too, as it goes with the account (`forgetAddress`). Amounts are cents, days `YYYY-MM-DD`, instants ISO 8601
 * in UTC.
 *
 * @throws Refusal("not_found")
 */
export async function exportPersonalData(userId: string, now: Date) {
  const id = new Types.ObjectId(userId);
  const own = await exportAccount(userId);
  const { email } = own.account;
  const [venues, reservations, received, paid, earned, bought, sold, reviews, messages] =
    await Promise.all([
      VenueModel.find({ userId: id }, "-lock -searchKeys -calendarFeed.salt").lean(),
      ReservationModel.find({ userId: id }, NOT_THE_BUYERS).lean(),
      // A hold is its buyer's own business until it is paid.
      ReservationModel.find(
        { ownerId: id, status: trusted({ $nin: ["hold", "dead", "joined"] }) },
        NOT_THE_OWNERS,
      ).lean(),
      LedgerEntryModel.find({ buyer: id }, "-buyer -owner").lean(),
      LedgerEntryModel.find({ owner: id }, "-buyer -owner").lean(),
      ReceiptModel.find({ buyer: id }, NOT_THE_TENANTS).lean(),
      ReceiptModel.find({ owner: id }, NOT_THE_LANDLORDS).lean(),
      ReviewModel.find({ author: id }).lean(),
      ContactMessageModel.find({ email }, NOT_THE_SENDERS).lean(),
    ]);
  const isOthers = trusted({ $ne: id });
  // Whoever reported what they wrote or rent is not theirs to know; what was decided of it is.
  const [reported, reportedByMail, decisions] = await Promise.all([
    ReportModel.find({ reporter: id }).lean(),
    // Who was logged in to another account is not theirs to know either.
    ReportModel.find({ email, reporter: isOthers }, "-reporter").lean(),
    ModerationDecisionModel.find({ person: id }, "-admin -appeal.admin").lean(),
  ]);
  const reports = [...reported, ...reportedByMail];
  const privacyRequests = [
    ...(await PrivacyRequestModel.find({ user: id }).lean()),
    ...(await PrivacyRequestModel.find({ email, user: isOthers }, "-user").lean()),
  ];
  const about = [reservations, received, messages, reports, privacyRequests].flat();
  const looks = await AccessEntryModel.find(
    { target: trusted({ $in: [id, ...about.map(({ _id }) => _id)] }) },
    "-_id kind at",
  )
    .sort({ at: 1 })
    .lean();
  const savedFilters = await SavedFilterModel.find({ admin: id }, "-admin").lean();
  const taxFacts = await TaxFactsModel.findById(id).lean();
  const importedCalendars = await CalendarImportModel.find(
    { owner: id },
    "-owner -turn -marks",
  ).lean();
  const closedDays = await BookedSlotModel.find(
    {
      venue: trusted({ $in: venues.map(({ _id }) => _id) }),
      block: trusted({ $exists: true }),
    },
    "-_id venue day slot block",
  ).lean();
  const wishes = await WishModel.find({ user: id }, "-user -guards -lookAt").lean();
  return {
    exportedAt: now.toISOString(),
    ...own,
    taxFacts,
    venues,
    closedDays,
    importedCalendars,
    reservations,
    wishes,
    reservationsOfVenues: received,
    payments: { paid, earned },
    receipts: {
      bought: bought.map((one) => ({ ...one, landlord: withoutHome(one.landlord) })),
      sold: sold.map((one) => ({ ...one, tenant: withoutHome(one.tenant) })),
    },
    reviews,
    messages,
    reports,
    decisions,
    privacyRequests,
    looks,
    savedFilters,
  };
}
