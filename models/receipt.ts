import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import {
  PERIODS,
  RECEIPT_KINDS,
  SLOTS,
  UNTAXED_REASONS,
  VAT_REGIMES,
  type Period,
  type ReceiptKind,
  type Slot,
  type UntaxedReason,
  type VatRegime,
} from "./enumerations";

/** Who stands on a receipt, as they were called when it was made. */
export interface ReceiptParty {
  name: string;
  organisation?: string;
  street?: string;
  /** '69003 Lyon'; abroad '1000 Bruxelles, Belgique', unless it was made before 29 November 2026. */
  town?: string;
  siret?: string;
  /** 'SIREN 732 829 320', 'RNA W691234567': of an organisation without SIRET. */
  registration?: string;
  vatNumber?: string;
  /** Whether they are on it as a person, for no organisation; absent: made before that was kept, or gone by then. */
  isPerson?: boolean;
}

/**
 * A receipt of what was paid, or a credit note of what was given back. It keeps what was known when it was
 * made and never changes, whatever becomes of the accounts and the venue. Amounts are positive cents; the
 * kind says the direction.
 */
export interface Receipt {
  /** The entry of the ledger that it stands for: one document each. */
  _id: string;
  kind: ReceiptKind;
  /** '2027-000412', of a credit note '2027-A00037': without gaps in its year. */
  number: string;
  issuedAt: Date;
  reservation: Types.ObjectId;
  buyer: Types.ObjectId;
  owner: Types.ObjectId;
  /** The charge that it is about: `ch_…`. */
  chargeId: string;
  /** How the number of the card ends that was charged. */
  cardLast4?: string;
  /** When the money moved. */
  movedAt: Date;
  /**
   * The number of the document that it takes back, wholly or in part: of a credit note the receipt's, of a receipt of what came
   * back the credit note's. The receipt's where a bank gives back what may be of several credit notes, or of none; those from
   * before 29 November 2026 name it of every part that a bank gave back.
   */
  corrects?: string;
  /**
   * Of what takes that document back, unless it is a whole credit note that is taken back: of when and how much it is, and what
   * is left of it. Of a receipt that is below 0 when more went back than was paid: a bank that takes back a payment does not
   * ask what was refunded.
   */
  corrected?: { issuedAt: Date; total: number; left: number };
  reference: string;
  /** It is about what other dates cost more: `units` and amounts are those of the difference. */
  isSupplement?: true;
  landlord: ReceiptParty;
  tenant: ReceiptParty;
  /** The site's name, and who publishes it. */
  platform: { name: string; publisher: string };
  venueTitle: string;
  /** '12 rue des Tilleuls, 69003 Lyon' */
  venueAddress: string;
  startDate: string;
  endDate: string;
  startSlot: Slot;
  endSlot: Slot;
  period: Period;
  /** Days or half days of the whole reservation, of a supplement those that it adds. */
  units: number;
  unitPrice: number;
  rent: number;
  fee: number;
  /**
   * `rent + fee`, and what a bank took or gave back beyond the price, which is of neither and without VAT; those from before
   * 29 November 2026 have it in `rent` and `fee`.
   */
  total: number;
  vatRegime: VatRegime;
  /** Why its rent has no VAT; absent: it has some, or it was made before that was kept, and `vatRegime` tells. */
  untaxed?: UntaxedReason;
  /** The rates of the VAT in each, in hundredths; both absent: made before they were kept apart. */
  rentVatPercent?: number;
  feeVatPercent?: number;
  /** Of those from before: the one rate of both; absent: 20, of those that were made before any was kept. */
  vatPercent?: number;
  /** Contained in `rent` and in `fee`. */
  rentVat: number;
  feeVat: number;
}

const cents = { type: Number, required: true, validate: Number.isInteger, min: 0 };
const signedCents = { type: Number, required: true, validate: Number.isInteger };
const party = new Schema<ReceiptParty>(
  {
    name: { type: String, required: true },
    organisation: String,
    street: String,
    town: String,
    siret: String,
    registration: String,
    vatNumber: String,
    isPerson: Boolean,
  },
  { _id: false, strict: "throw" },
);

const schema = new Schema<Receipt>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: RECEIPT_KINDS, required: true },
    number: { type: String, required: true },
    issuedAt: { type: Date, required: true },
    reservation: { type: Schema.Types.ObjectId, required: true },
    buyer: { type: Schema.Types.ObjectId, required: true },
    owner: { type: Schema.Types.ObjectId, required: true },
    chargeId: { type: String, required: true },
    cardLast4: String,
    movedAt: { type: Date, required: true },
    corrects: String,
    corrected: {
      type: new Schema(
        { issuedAt: { type: Date, required: true }, total: cents, left: signedCents },
        { _id: false, strict: "throw" },
      ),
    },
    reference: { type: String, required: true },
    isSupplement: Boolean,
    landlord: { type: party, required: true },
    tenant: { type: party, required: true },
    platform: {
      type: new Schema({ name: String, publisher: String }, { _id: false, strict: "throw" }),
      required: true,
    },
    venueTitle: { type: String, required: true },
    venueAddress: { type: String, required: true },
    startDate: { type: String, required: true },
    endDate: { type: String, required: true },
    startSlot: { type: String, enum: SLOTS, required: true },
    endSlot: { type: String, enum: SLOTS, required: true },
    period: { type: String, enum: PERIODS, required: true },
    units: { type: Number, required: true, min: 1 },
    unitPrice: cents,
    rent: cents,
    fee: cents,
    total: cents,
    vatRegime: { type: String, enum: VAT_REGIMES, required: true },
    untaxed: { type: String, enum: UNTAXED_REASONS },
    rentVatPercent: Number,
    feeVatPercent: Number,
    vatPercent: Number,
    rentVat: cents,
    feeVat: cents,
  },
  { ...schemaOptions, collection: "receipts" },
);
schema.index({ number: 1 }, { unique: true });
schema.index({ issuedAt: -1, _id: -1 });
// Sums of a period are read from it alone.
schema.index({ kind: 1, issuedAt: -1, _id: -1, total: 1 });
schema.index({ reference: 1 });
schema.index({ reservation: 1 });
schema.index({ buyer: 1, reservation: 1 });
schema.index({ owner: 1, reservation: 1 });

export const ReceiptModel = defineModel("Receipt", schema);
