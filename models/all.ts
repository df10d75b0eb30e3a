import type { Model, mongo } from "mongoose";
import { env } from "~/platform/env.server";
import { createPictureIndexes } from "~/platform/images/gridfs-pictures.server";
import { AccessEntryModel } from "./access-entry";
import { ApiTokenModel } from "./api-token";
import { AuditEntryModel } from "./audit-entry";
import { BookedSlotModel } from "./booked-slot";
import { CalendarImportModel } from "./calendar-import";
import { CallingOffModel } from "./calling-off";
import { CaseChargeModel } from "./case-charge";
import { CaseSettlementModel } from "./case-settlement";
import { COMMIT_QUORUM } from "./commit-quorum";
import { ContactMessageModel } from "./contact-message";
import { DayCountModel } from "./day-count";
import { GalleryRunModel } from "./gallery-run";
import { GalleryTileModel } from "./gallery-tile";
import { HoldGuardModel } from "./hold-guard";
import { ImageModel } from "./image";
import { LedgerDifferenceModel } from "./ledger-difference";
import { LedgerEntryModel } from "./ledger-entry";
import { LeftoverModel } from "./leftover";
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
  LeftoverModel,
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
 * Creates every collection and brings its indexes to what the schemas state. Safe to run again. What is new is there before
 * anything goes, in all collections, for the processes of before go on working meanwhile: an index that became longer or
 * shorter is always there in one of both forms. Only one that has other options under the same fields has to go first.
 *
 * The indexes of the database's own search are dropped only by whoever says so: the setting is that of the process, and
 * others may be searching by them.
 *
 * @returns how many of those are there though the setting asks for none
 */
export async function syncIndexes({ dropSearchIndexes = false } = {}): Promise<{
  searchIndexesLeft: number;
}> {
  const later: { model: Model<never>; toDrop: string[] }[] = [];
  let searchIndexesLeft = 0;
  for (const model of allModels) {
    await model.createCollection();
    const { inTheWay, ofSearch, others } = await indexesToDrop(model);
    if (!dropSearchIndexes) searchIndexesLeft += ofSearch.length;
    later.push({ model, toDrop: dropSearchIndexes ? [...ofSearch, ...others] : others });
    await model.cleanIndexes({ toDrop: inTheWay });
    for (const [key, options] of model.schema.indexes()) {
      await model.collection.createIndex(key as mongo.IndexSpecification, {
        ...(options as mongo.CreateIndexesOptions),
        ...COMMIT_QUORUM,
      });
    }
  }
  await createPictureIndexes();
  for (const { model, toDrop } of later) await model.cleanIndexes({ toDrop });
  return { searchIndexesLeft };
}

/** The names of the indexes of a collection that its schema does not state. */
async function indexesToDrop(model: Model<never>) {
  const { toDrop } = await model.diffIndexes();
  const keys = (indexes: readonly object[]) => new Set(indexes.map((key) => JSON.stringify(key)));
  const stated = keys(model.schema.indexes().map(([key]) => key));
  const searched = keys(model.collection.name === VenueModel.collection.name ? SEARCH_INDEXES : []);
  const found = toDrop.length > 0 ? await model.collection.indexes() : [];
  const namesOf = (which: (key: string) => boolean) =>
    found
      .filter(({ name = "", key }) => toDrop.includes(name) && which(JSON.stringify(key)))
      .map(({ name = "" }) => name);
  return {
    inTheWay: namesOf((key) => stated.has(key)),
    ofSearch: namesOf((key) => !stated.has(key) && searched.has(key)),
    others: namesOf((key) => !stated.has(key) && !searched.has(key)),
  };
}
