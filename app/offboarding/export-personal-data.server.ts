import { trusted, Types } from "mongoose";
import { AccessEntryModel } from "@models/access-entry";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { ContactMessageModel } from "@models/contact-message";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReceiptModel, type Receipt } from "@models/receipt";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { SavedFilterModel } from "@models/saved-filter";
import { TaxFactsModel } from "@models/tax-facts";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { exportAccount } from "~/accounts/export-account.server";
import { withoutHome } from "~/rules/receipt-words";
import { each, eachOf } from "~/platform/each.server";
import { IS_SET } from "~/platform/not-set.server";
import { NOT_THE_SENDERS, statementsTo } from "./address-data.server";
import { requestsOfAddress } from "./requests-of-address.server";

/** Of a reservation, what its buyer's eyes are for and not its owner's; and keys of no meaning to either. */
const NOT_THE_OWNERS =
  "-userId -requestKey -checkoutUrl -hiddenByBuyer -unpaidBy -cardLast4 -checkoutSessionId -chargeId -paymentIntentId -disputeAwaited";
const NOT_THE_BUYERS = "-requestKey -accountId";
/** Of a receipt, the other side's card, and ids: whom it is of is on the document itself. */
const NOT_THE_TENANTS = "-buyer -owner";
const NOT_THE_LANDLORDS = "-buyer -owner -cardLast4 -chargeId";

/**
 * All that the product holds of someone, for them to keep: their account, sessions, API tokens, pictures, mails,
 * venues with the days they closed and their calendars, reservations, places on waiting lists, payments, receipts, reviews and messages,
 * what they reported, what was decided about them, what they asked about their data and when an administrator looked at it.
 * What is known by their address alone is theirs too, as it goes with the account (`forgetAddress`). Amounts are cents, days `YYYY-MM-DD`, instants ISO 8601
 * in UTC. Lists are read one row after the other while they are written (`jsonParts`); what a slow
 * line has not taken yet waits in memory as text, those of ten years as well.
 *
 * @throws Refusal("not_found")
 */
export async function exportPersonalData(userId: string, now: Date) {
  const id = new Types.ObjectId(userId);
  const own = await exportAccount(userId);
  const { email } = own.account;
  const isOthers = trusted({ $ne: id });
  // A hold is its buyer's own business until it is paid.
  const received = { ownerId: id, status: trusted({ $nin: ["hold", "dead", "joined"] as const }) };
  // Movements and receipts are found by their reservations, as pages find them: an index by whom a movement is about would be
  // written for this alone. Nor is what never was a booking the owner's, even where a late payment of it came back.
  const bought = await idsOf(ReservationModel.find({ userId: id }, "_id").sort({ _id: 1 }).lean());
  const sold = await idsOf(ReservationModel.find(received, "_id").sort({ _id: 1 }).lean());
  // Whoever reported what they wrote or rent is not theirs to know; what was decided of it is. Who was logged in to another
  // account is not theirs to know either.
  const reported = [{ reporter: id }, { email, reporter: isOthers }] as const;
  // Of what was dismissed they are not told: its facts stay in the office, and tell what somebody reported (ownDecisions).
  const decided = { person: id, measure: trusted({ $ne: "classer" as const }) };
  const requestedThere = { $and: [await requestsOfAddress(email, null), { user: isOthers }] };
  const requested = [{ user: id }, requestedThere] as const;
  return {
    exportedAt: now.toISOString(),
    ...own,
    taxFacts: await TaxFactsModel.findById(id).lean(),
    statements: await statementsTo(email),
    venues: each(
      VenueModel.find({ userId: id }, "-lock -searchKeys -sentAs -calendarFeed.salt").lean(),
    ),
    closedDays: each(closedDays(await idsOf(VenueModel.find({ userId: id }, "_id").lean()))),
    // The last two were counted by a former release, and may be untrue since.
    importedCalendars: each(
      CalendarImportModel.find({ owner: id }, "-owner -turn -marks -closedDays -conflicts").lean(),
    ),
    reservations: each(ReservationModel.find({ userId: id }, NOT_THE_BUYERS).lean()),
    wishes: each(WishModel.find({ user: id }, "-user -guards -lookAt -failingSince").lean()),
    reservationsOfVenues: each(ReservationModel.find(received, NOT_THE_OWNERS).lean()),
    payments: {
      paid: eachOf(bought, (some) =>
        LedgerEntryModel.find({ ...among(some), buyer: id }, "-buyer -owner").lean(),
      ),
      earned: eachOf(sold, (some) =>
        LedgerEntryModel.find({ ...among(some), owner: id }, "-buyer -owner").lean(),
      ),
    },
    receipts: {
      bought: receipts(
        eachOf(bought, (some) =>
          ReceiptModel.find({ ...among(some), buyer: id }, NOT_THE_TENANTS).lean(),
        ),
        "landlord",
      ),
      sold: receipts(
        eachOf(sold, (some) =>
          ReceiptModel.find({ ...among(some), owner: id }, NOT_THE_LANDLORDS).lean(),
        ),
        "tenant",
      ),
    },
    reviews: each(ReviewModel.find({ author: id }).lean()),
    messages: each(ContactMessageModel.find({ email }, NOT_THE_SENDERS).lean()),
    reports: each(
      ReportModel.find(reported[0]).lean(),
      ReportModel.find(reported[1], "-reporter").lean(),
    ),
    decisions: each(ModerationDecisionModel.find(decided, "-admin -appeal.admin").lean()),
    privacyRequests: each(
      PrivacyRequestModel.find(requested[0]).lean(),
      PrivacyRequestModel.find(requested[1], "-user").lean(),
    ),
    looks: looksAt(
      [id, ...bought, ...sold],
      [
        ContactMessageModel.find({ email }, "_id").lean(),
        ...reported.map((one) => ReportModel.find(one, "_id").lean()),
        ...requested.map((one) => PrivacyRequestModel.find(one, "_id").lean()),
      ],
    ),
    savedFilters: each(SavedFilterModel.find({ admin: id }, "-admin").lean()),
  };
}

const among = (reservations: Types.ObjectId[]) => ({
  reservation: trusted({ $in: reservations }),
});

function closedDays(venues: readonly Types.ObjectId[]) {
  return BookedSlotModel.find(
    { venue: trusted({ $in: venues }), block: IS_SET },
    "-_id venue day slot block",
  ).lean();
}

/** Of the other side of each, what its holder may read there. */
async function* receipts(of: AsyncIterable<Receipt>, other: "landlord" | "tenant") {
  for await (const receipt of of) yield { ...receipt, [other]: withoutHome(receipt[other]) };
}

/** When an administrator looked at somebody, or at what is theirs: nothing of it but its ids is held meanwhile. */
async function* looksAt(known: readonly Types.ObjectId[], about: readonly PromiseLike<Known[]>[]) {
  const targets = [...known];
  for (const query of about) targets.push(...(await idsOf(query)));
  const looks = AccessEntryModel.find({ target: trusted({ $in: targets }) }, "-_id kind at");
  yield* each(looks.sort({ at: 1 }).lean());
}

interface Known {
  _id: Types.ObjectId;
}

async function idsOf(query: PromiseLike<Known[]>): Promise<Types.ObjectId[]> {
  return (await query).map(({ _id }) => _id);
}
