import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";

/**
 * Who an owner is to the tax authority, as they confirmed it (decisions/031). Kept apart from the account,
 * and when it is closed: what was declared has to be told for ten years.
 */
export interface TaxFacts {
  /** The account's id. */
  _id: Types.ObjectId;
  /** When it was confirmed; absent: never. */
  confirmedAt?: Date;
  /**
   * When the account was closed, of one that was ever paid: from then on this is all that is known of the owner,
   * whoever confirmed it. Without it and `confirmedAt` nothing below but the reminders is there.
   */
  keptAt?: Date;
  /** The account is a company's, and that is a person who trades in their own name; absent: it is none, or never said. */
  soleTrader?: boolean;
  /** Of a closed `Collectivité`, whether it was known to be a public body; absent: a former release closed it, for which its kind was enough. */
  publicBody?: boolean;
  /** First name and name, or the name of the organisation. */
  legalName?: string;
  /** `YYYY-MM-DD`, of people. */
  birthDate?: string;
  street?: string;
  postalCode?: string;
  city?: string;
  country?: string;
  /** The tax identification number, as `taxCountry` gives it. */
  taxId?: string;
  /** ISO 3166, two letters. */
  taxCountry?: string;
  /** SIRET, SIREN or an association's RNA. */
  registration?: string;
  vatNumber?: string;
  /** Whose the bank account is, where it is not their own. */
  accountHolder?: string;
  /** Of a closed account, the address to which its last statements go in January, or February: of these years, the first and the last; gone after that. */
  statements?: { to: string; first: string; last: string };
  /** Of a closed account, where each property is that it was paid for: '12 rue des Tilleuls, 69003 Lyon'. */
  properties?: { venue: Types.ObjectId; address: string }[];
  /** When they were asked for what is missing, and reminded of it twice at most, for each year that is declared. */
  reminders?: Date[];
  /** For which year (YYYY) each of them was, by its moment; of those that a former release sent it is not kept. */
  reminderYears?: { at: Date; year: string }[];
}

const schema = new Schema<TaxFacts>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    confirmedAt: Date,
    keptAt: Date,
    soleTrader: Boolean,
    publicBody: Boolean,
    legalName: String,
    birthDate: String,
    street: String,
    postalCode: String,
    city: String,
    country: String,
    taxId: String,
    taxCountry: String,
    registration: String,
    vatNumber: String,
    accountHolder: String,
    statements: { type: { _id: false, to: String, first: String, last: String } },
    properties: {
      type: [
        new Schema(
          {
            venue: { type: Schema.Types.ObjectId, required: true },
            address: { type: String, required: true },
          },
          { _id: false, strict: "throw" },
        ),
      ],
      default: undefined,
    },
    reminders: { type: [Date], default: undefined },
    reminderYears: {
      type: [
        new Schema(
          { at: { type: Date, required: true }, year: { type: String, required: true } },
          { _id: false, strict: "throw" },
        ),
      ],
      default: undefined,
    },
  },
  { ...schemaOptions, collection: "taxfacts" },
);

schema.index({ "statements.to": 1 }, SPARSE);
// Who was asked since a moment, of the few who ever were.
schema.index({ reminders: 1 }, SPARSE);

export const TaxFactsModel = defineModel("TaxFacts", schema);
