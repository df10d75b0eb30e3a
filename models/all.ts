import type { Model } from "mongoose";
import { env } from "~/platform/env.server";
import { AccessEntryModel } from "./access-entry";
import { ApiTokenModel } from "./api-token";
import { AuditEntryModel } from "./audit-entry";
import { BookedSlotModel } from "./booked-slot";
import { CalendarImportModel } from "./calendar-import";
import { CallingOffModel } from "./calling-off";
import { CaseChargeModel } from "./case-charge";
import { CaseSettlementModel } from "./case-settlement";
import { ContactMessageModel } from "./contact-message";
import { DayCountModel } from "./day-count";
import { GalleryRunModel } from "./gallery-run";
import { GalleryTileModel } from "./gallery-tile";
import { HoldGuardModel } from "./hold-guard";
import { ImageModel } from "./image";
import { LedgerDifferenceModel } from "./ledger-difference";
import { LedgerEntryModel } from "./ledger-entry";
import { MailModel } from "./mail";
import { ModerationDecisionModel } from "./moderation-decision";
import { PaymentCaseModel } from "./payment-case";
import { PictureRemovalModel } from "./picture-removal";
import { PrivacyRequestModel } from "./privacy-request";
import { RateLimitModel } from "./rate-limit";
import { ReceiptCounterModel } from "./receipt-counter";
import { ReceiptModel } from "./receipt";
import { ReportModel } from "./report";
import { ReservationModel } from "./reservation";
import { ReviewModel } from "./review";
import { SavedFilterModel } from "./saved-filter";
import { SecondFactorModel } from "./second-factor";
import { SessionModel } from "./session";
import { SettingModel } from "./setting";
import { SpentKeyModel } from "./spent-key";
import { StripeEventModel } from "./stripe-event";
import { TaxFactsModel } from "./tax-facts";
import { UserModel } from "./user";
import { SEARCH_INDEXES, VenueModel } from "./venue";
import { WishModel } from "./wish";

// Not in the model's own file, which tests import before they say what the environment is.
if (env.SEARCH_ENGINE === "mongo") {
  for (const index of SEARCH_INDEXES) VenueModel.schema.index(index);
}

/** Every collection of the product, for what concerns them all: indexes, demo data, exports. */
export const allModels: readonly Model<never>[] = [
  UserModel,
  TaxFactsModel,
  SessionModel,
  ApiTokenModel,
  SecondFactorModel,
  VenueModel,
  ReservationModel,
  BookedSlotModel,
  CalendarImportModel,
  HoldGuardModel,
  WishModel,
  LedgerEntryModel,
  LedgerDifferenceModel,
  ReceiptModel,
  ReceiptCounterModel,
  PaymentCaseModel,
  StripeEventModel,
  SpentKeyModel,
  ImageModel,
  PictureRemovalModel,
  MailModel,
  RateLimitModel,
  SettingModel,
  ContactMessageModel,
  PrivacyRequestModel,
  ReviewModel,
  ReportModel,
  ModerationDecisionModel,
  DayCountModel,
  GalleryTileModel,
  GalleryRunModel,
  AuditEntryModel,
  AccessEntryModel,
  CallingOffModel,
  CaseChargeModel,
  CaseSettlementModel,
  SavedFilterModel,
] as unknown as readonly Model<never>[];

/**
 * Creates every collection and brings its indexes to what the schemas state. Safe to run again.
 *
 * The indexes of the database's own search are dropped only by whoever says so: the setting is that of the process, and
 * others may be searching by them.
 *
 * @returns how many of those are there though the setting asks for none
 */
export async function syncIndexes({ dropSearchIndexes = false } = {}): Promise<{
  searchIndexesLeft: number;
}> {
  let searchIndexesLeft = 0;
  for (const model of allModels) {
    await model.createCollection();
    const { toDrop } = await model.diffIndexes();
    const left = dropSearchIndexes ? [] : await searchIndexesAmong(model, toDrop);
    searchIndexesLeft += left.length;
    await model.cleanIndexes({ toDrop: toDrop.filter((name) => !left.includes(name)) });
    await model.createIndexes();
  }
  return { searchIndexesLeft };
}

/** Of these indexes of a collection, by their names, those that the database's own search asks for. */
async function searchIndexesAmong(
  model: Model<never>,
  names: readonly string[],
): Promise<readonly string[]> {
  if (model.collection.name !== VenueModel.collection.name || names.length === 0) return [];
  const known = new Set(SEARCH_INDEXES.map((key) => JSON.stringify(key)));
  const indexes = await model.collection.indexes();
  const ofSearch = indexes.filter(({ key }) => known.has(JSON.stringify(key)));
  return ofSearch.map(({ name = "" }) => name).filter((name) => names.includes(name));
}
