import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import {
  ACTORS,
  DATES_STEPS,
  OWNER_KINDS,
  PERIODS,
  POLICIES,
  RESERVATION_STATES,
  SLOTS,
  type Actor,
  type DatesStep,
  type OwnerKind,
  type Period,
  type Policy,
  type ReservationState,
  type Slot,
} from "./enumerations";

/** One line of a reservation's append-only history. */
export interface HistoryEntry {
  state: ReservationState;
  at: Date;
  by: Actor;
  /** Why, for people who look into it later; also shown when an owner refuses. */
  why: string;
  /** Of a step in changing the dates, which leaves the state as it is: from which to which, as texts. */
  dates?: { step: DatesStep; from: string; to: string };
}

/** New dates that wait for the owner's yes. Their half days are held beside those of the old ones. */
export interface WaitingChange {
  startDate: string;
  endDate: string;
  startSlot: Slot;
  endSlot: Slot;
  /** When it was asked for: it tells one from the next. */
  at: Date;
  /** The owner answers before then. */
  until: Date;
}

/**
 * What a supplement is for: the reservation whose dates become these once it is paid, and the dates and
 * price that it was worked out for. Should that reservation have others by then, it is given back.
 */
export interface SupplementTo {
  reservation: Types.ObjectId;
  startDate: string;
  endDate: string;
  startSlot: Slot;
  endSlot: Slot;
  total: number;
  /** The owner said yes to these dates, and both sides are told what comes of them. */
  agreed?: true;
}

/** A payment that joined a reservation beside its own, as its dates became dearer. Amounts are cents. */
export interface Supplement {
  /** The record of that payment: its own document, in the state `joined`. */
  id: Types.ObjectId;
  total: number;
  platformShare: number;
  /** What later changes of dates give back of it. */
  returned: number;
  /** Given back of it so far: the record's own figure. */
  refunded: number;
  /** What of that the payer's bank took: the record's, too. */
  chargedBack?: number;
}

/** What others are told of who rents out. */
export interface Lessor {
  /** As they are called before others: `displayName`. */
  name: string;
  kind?: OwnerKind;
  /** Where an organisation has its seat, and what it is registered as; never a private person's. */
  address?: string;
  registration?: string;
}

/**
 * A venue's days taken by a buyer. Days are YYYY-MM-DD in Europe/Paris; all amounts are cents,
 * fixed when the reservation is made.
 */
export interface Reservation {
  _id: Types.ObjectId;
  /** What people quote: `PDS-7K2F9Q`, unique. */
  reference: string;
  venueId: Types.ObjectId;
  /** The buyer. */
  userId: Types.ObjectId;
  ownerId: Types.ObjectId;
  /** The owner's connected account at the time: of a hold, when its payment was opened last. */
  accountId: string;
  /** Copied from the venue, for lists and books that outlive it. */
  venueTitle: string;
  venueCity: string;
  /** Copied so too: where it was when it was reserved; absent: made before that was kept, and of supplements. */
  venuePostalCode?: string;
  /** With whom the contract is; absent: made before that was kept, or of an owner whose account is closed. */
  lessor?: Lessor;
  startDate: string;
  endDate: string;
  startSlot: Slot;
  endSlot: Slot;
  period: Period;
  /** Half days that it takes beside its own, as the venue asked for when it was made. */
  preparationBefore?: number;
  preparationAfter?: number;
  /** Days or half days. */
  units: number;
  unitPrice: number;
  /** The service fee and the commission, each in thousandths of the subtotal; absent: 125, made before that was kept. */
  feeThousandths?: number;
  subtotal: number;
  fee: number;
  commission: number;
  total: number;
  ownerShare: number;
  platformShare: number;
  /** What its own payment took, where changes of dates have made the price another one since. */
  charged?: { total: number; platformShare: number };
  /** What was paid beside that, the earliest first. Append-only. */
  supplements?: Supplement[];
  /**
   * Of the record of such a payment. Its dates are the new ones, its units and amounts what they have more than
   * the old ones, and the half days that it holds those that the reservation lacks.
   */
  supplementTo?: SupplementTo;
  policy: Policy;
  /** Which text of the terms it was made under (`TERMS_SINCE`), YYYY-MM-DD; absent: made before that was kept. */
  termsVersion?: string;
  needValidation: boolean;
  status: ReservationState;
  /** While `hold`: days are held until then. */
  holdUntil?: Date;
  /**
   * Whose unpaid holds it counts among: their account and address, by the ids of their guards. Gone once
   * it is paid, and two days after it died.
   */
  unpaidBy?: string[];
  /** The wish of a waiting list that it is held for, until its person says yes. */
  offer?: Types.ObjectId;
  /** While `pending`: the owner answers before then. */
  answerBy?: Date;
  /** Open payment, at most one: `attempt` numbers them for idempotency keys. */
  attempt: number;
  /** Since when an attempt has been claimed while what Stripe made of it is not written down yet. */
  opening?: Date;
  checkoutSessionId?: string;
  checkoutUrl?: string;
  paymentIntentId?: string;
  chargeId?: string;
  /** How the number of the card ends that was charged. */
  cardLast4?: string;
  paidAt?: Date;
  /** Stripe has yet to tell about the transfer or a refund under way: the ledger is to be read again. */
  ledgerOpen?: true;
  /** While `pending`: when the reconciliation last asked Stripe about it by itself. */
  lookedAt?: Date;
  /** When reminders of it, or of others at once, were queued last, or the street of its venue was corrected. */
  remindedAt?: Date;
  /** Until when the payer's bank awaits an answer to a dispute; absent while it awaits none. */
  disputeDueBy?: Date;
  /** Which dispute that is, by Stripe's id; absent on records of before that was kept. */
  disputeAwaited?: string;
  /** Cents given back so far of its own payment. */
  refunded: number;
  /** Cents of those that the payer's bank took back for good; absent: it never did. */
  chargedBack?: number;
  /**
   * Set when a cancellation starts. `refund` is what is given back in all, in cents, decided once;
   * everything when absent.
   */
  cancellation?: { by: Actor; why: string; at: Date; refund?: number };
  /** At most one at a time. */
  change?: WaitingChange;
  /**
   * What the platform gives back beyond the policy: `refund` cents are to be with the payer in all. `why` is
   * the latest decision's, told to both sides; of it `byBanks` cents were taken back by payers' banks before, and `banksAlone`
   * of these were beyond all that was decided by then: they are no part of it any more once the banks have given them back.
   */
  grant?: { refund: number; why: string; at: Date; byBanks?: number; banksAlone?: number };
  /**
   * Cents that refunds had given back when people were told of it last, kept once more is to come than they were told, or
   * comes should a bank give back what it took: what comes then is news.
   */
  refundsTold?: number;
  /** The buyer removed it from their list. */
  hiddenByBuyer: boolean;
  /** From the form that made it: a second press of the same form finds the first one's reservation. */
  requestKey: string;
  history: HistoryEntry[];
  createdAt: Date;
}

const cents = { type: Number, required: true, validate: Number.isInteger };

const schema = new Schema<Reservation>(
  {
    reference: { type: String, required: true },
    venueId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    ownerId: { type: Schema.Types.ObjectId, required: true },
    accountId: { type: String, required: true },
    venueTitle: { type: String, required: true },
    venueCity: { type: String, required: true },
    venuePostalCode: String,
    lessor: {
      type: new Schema<Lessor>(
        {
          name: { type: String, required: true },
          kind: { type: String, enum: OWNER_KINDS },
          address: String,
          registration: String,
        },
        { _id: false },
      ),
    },
    startDate: { type: String, required: true },
    endDate: { type: String, required: true },
    startSlot: { type: String, enum: SLOTS, required: true },
    endSlot: { type: String, enum: SLOTS, required: true },
    period: { type: String, enum: PERIODS, required: true },
    preparationBefore: Number,
    preparationAfter: Number,
    units: { type: Number, required: true, min: 1 },
    unitPrice: cents,
    feeThousandths: Number,
    subtotal: cents,
    fee: cents,
    commission: cents,
    total: cents,
    ownerShare: cents,
    platformShare: cents,
    charged: { type: new Schema({ total: cents, platformShare: cents }, { _id: false }) },
    supplements: {
      type: [
        new Schema<Supplement>(
          {
            id: { type: Schema.Types.ObjectId, required: true },
            ...{ total: cents, platformShare: cents, returned: cents, refunded: cents },
            chargedBack: Number,
          },
          { _id: false, id: false },
        ),
      ],
      default: undefined,
    },
    supplementTo: {
      type: new Schema<SupplementTo>(
        {
          reservation: { type: Schema.Types.ObjectId, required: true },
          startDate: { type: String, required: true },
          endDate: { type: String, required: true },
          startSlot: { type: String, enum: SLOTS, required: true },
          endSlot: { type: String, enum: SLOTS, required: true },
          total: cents,
          agreed: Boolean,
        },
        { _id: false },
      ),
    },
    policy: { type: String, enum: POLICIES, required: true },
    termsVersion: String,
    needValidation: { type: Boolean, required: true },
    status: { type: String, enum: RESERVATION_STATES, required: true },
    holdUntil: Date,
    unpaidBy: { type: [String], default: undefined },
    offer: Schema.Types.ObjectId,
    answerBy: Date,
    attempt: { type: Number, required: true, default: 0 },
    opening: Date,
    checkoutSessionId: String,
    checkoutUrl: String,
    paymentIntentId: String,
    chargeId: String,
    cardLast4: String,
    paidAt: Date,
    ledgerOpen: Boolean,
    lookedAt: Date,
    remindedAt: Date,
    disputeDueBy: Date,
    disputeAwaited: String,
    refunded: { ...cents, default: 0 },
    chargedBack: Number,
    cancellation: {
      type: new Schema(
        { by: { type: String, enum: ACTORS }, why: String, at: Date, refund: Number },
        { _id: false },
      ),
    },
    change: {
      type: new Schema<WaitingChange>(
        {
          startDate: { type: String, required: true },
          endDate: { type: String, required: true },
          startSlot: { type: String, enum: SLOTS, required: true },
          endSlot: { type: String, enum: SLOTS, required: true },
          at: { type: Date, required: true },
          until: { type: Date, required: true },
        },
        { _id: false },
      ),
    },
    grant: {
      type: new Schema(
        { refund: cents, why: String, at: Date, byBanks: Number, banksAlone: Number },
        { _id: false },
      ),
    },
    refundsTold: Number,
    hiddenByBuyer: { type: Boolean, required: true, default: false },
    requestKey: { type: String, required: true },
    history: [
      new Schema<HistoryEntry>(
        {
          state: { type: String, enum: RESERVATION_STATES, required: true },
          at: { type: Date, required: true },
          by: { type: String, enum: ACTORS, required: true },
          why: { type: String, required: true },
          dates: {
            type: new Schema(
              {
                step: { type: String, enum: DATES_STEPS, required: true },
                from: { type: String, required: true },
                to: { type: String, required: true },
              },
              { _id: false },
            ),
          },
        },
        { _id: false },
      ),
    ],
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "reservations" },
);
schema.index({ reference: 1 }, { unique: true });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ startDate: 1, _id: 1 });
schema.index({ total: 1, _id: 1 });
schema.index({ userId: 1, requestKey: 1 }, { unique: true });
schema.index({ userId: 1, hiddenByBuyer: 1, status: 1 });
schema.index({ venueId: 1, status: 1, startDate: 1 });
schema.index({ userId: 1, createdAt: -1, _id: -1 });
schema.index({ ownerId: 1, createdAt: -1, _id: -1 });
schema.index({ ownerId: 1, startDate: -1, _id: -1 });
schema.index({ ownerId: 1, status: 1, createdAt: -1 });
schema.index({ status: 1, holdUntil: 1 });
schema.index({ status: 1, answerBy: 1 });
// Who let days of a year is looked for in it, and only what is found is read.
schema.index({ status: 1, endDate: 1, startDate: 1, ownerId: 1 });
schema.index({ status: 1, startDate: 1 });
schema.index({ unpaidBy: 1 }, SPARSE);
schema.index({ ledgerOpen: 1 }, SPARSE);
schema.index({ disputeDueBy: 1 }, SPARSE);
schema.index({ "change.until": 1 }, SPARSE);
// What a restore would undo is written down each hour (admin/backup/keep-list.server.ts).
schema.index({ "cancellation.at": 1 }, SPARSE);
schema.index({ "history.dates.step": 1 }, SPARSE);
schema.index({ "supplementTo.reservation": 1 }, SPARSE);
schema.index({ paymentIntentId: 1 }, { unique: true, ...SPARSE });
schema.index({ checkoutSessionId: 1 }, { unique: true, ...SPARSE });

export const ReservationModel = defineModel("Reservation", schema);
