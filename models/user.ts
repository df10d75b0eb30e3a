import { Schema, type Types } from "mongoose";
import { defineModel, FRENCH, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import {
  ACCOUNT_TYPES,
  ADMIN_ROLES,
  AUTHORITY_NATURES,
  MASTER_STATUSES,
  PAYOUT_HOLDS,
  PRIVATE_ROLES,
  STRIPE_STATUSES,
  VAT_REGIMES,
  type AccountType,
  type AdminRole,
  type AuthorityNature,
  type MasterStatus,
  type PayoutHold,
  type PrivateRole,
  type StripeStatus,
  type VatRegime,
} from "./enumerations";

/** When Stripe pays out what is on an account, as it says and takes it (`settings.payouts.schedule`); of the days those of its interval. */
export interface PayoutSchedule {
  /** `daily`, `weekly`, `monthly`; `manual`: never by itself. */
  interval: string;
  weekly_anchor?: string;
  weekly_payout_days?: string[];
  monthly_anchor?: number;
  monthly_payout_days?: number[];
}

/** A person or organisation with an account. `name` is the first name. */
export interface User {
  _id: Types.ObjectId;
  /** Public handle, unique, never changes: `marie-durand-7k2f`. */
  tag: string;
  name: string;
  lastname: string;
  /** Trimmed and lower-cased, unique. */
  email: string;
  /** argon2id, in PHC form. */
  passwordHash: string;
  type?: AccountType;
  role?: PrivateRole;
  natureOfCollectivity?: AuthorityNature;
  /** YYYY-MM-DD. */
  dateOfBirth?: string;
  entityName?: string;
  siret?: string;
  RNA?: string;
  INSEE?: string;
  /** Absent: nothing was said, and `vatRegimeOf` says what is assumed. */
  vatRegime?: VatRegime;
  /** When that was said last; absent: nothing was, or before this was kept. */
  vatRegimeAt?: Date;
  /** `FR` and 11 characters; there exactly when the regime is `assujetti`. */
  vatNumber?: string;
  phone?: string;
  /** An image's id; the default picture when missing. */
  avatar?: Types.ObjectId;
  street?: string;
  postalCode?: string;
  city?: string;
  country?: string;
  isAdmin: boolean;
  /** There exactly when `isAdmin` is true. */
  adminRole?: AdminRole;
  isVerified: boolean;
  /** The last choice that was made, undefined until there is one; true: third parties' cookies accepted. Whether it still holds: `standingChoice`. */
  cookiesSet?: boolean;
  /** The day of that choice in Paris, YYYY-MM-DD. */
  cookiesSetOn?: string;
  /** Who was named then as setting them, 'Google'; absent: nobody. */
  cookiesOf?: string;
  /** Connected payment account (`acct_…`). */
  accountId?: string;
  /** Absent: no account. Follows Stripe's `account.updated`. */
  stripeStats?: StripeStatus;
  /** When that changed last, or a limited account whose owner had nothing to send was asked for something. */
  stripeStatsAt?: Date;
  /**
   * Readings of that account: the number of the last one begun and when that was, and of the last one written down. By that
   * one, whether Stripe looks at it and its owner has nothing to send; by any, whether it was ever active.
   */
  accountReadings?: {
    begun: number;
    written: number;
    at?: Date;
    isLookedAt?: boolean;
    wasActive?: boolean;
  };
  /**
   * Whether Stripe pays out what is on that account: `asked` where it is being told, of a ban or of its end, and may have heard of it
   * or not; `held` once it heard of the ban. Absent: it does.
   */
  payoutHold?: PayoutHold;
  /** How it did before the ban, and does again after it; absent: each day, as every account that we make. */
  payoutsBefore?: PayoutSchedule;
  stripeCustomerId?: string;
  /** Stripe did not answer when it was told who that customer is: the next payment tells it. */
  customerUntold?: true;
  /** When that customer lost its name and address at Stripe, after the account was closed. */
  customerForgottenAt?: Date;
  /** When Stripe was told so last, while it has not taken it. */
  customerTriedAt?: Date;
  /** Marks a master; the code that others link themselves with. */
  spondorshipCode?: string;
  /** The master this account is linked to. */
  link_id?: Types.ObjectId;
  /** Since when; there exactly when `link_id` is. */
  linkedAt?: Date;
  masterStatus?: MasterStatus;
  masterRefusal?: string;
  /**
   * The e-mail verification under way: what its code is made from, together with the session secret, and
   * the sha256 of the key that the browser which signed up keeps.
   */
  verification?: { seed: string; expiresAt: Date; sentAt: Date; keyHash?: string };
  /** The password reset under way: what its token is made from, likewise, and the token's sha256. */
  reset?: { seed: string; tokenHash: string; expiresAt: Date; sentAt: Date };
  /** The change of address under way: the new one, what its code is made from, likewise, and how often one was entered. */
  emailChange?: { email: string; seed: string; expiresAt: Date; sentAt: Date; tries: number };
  termsAcceptedAt?: Date;
  /** Which text that was, by the day since which it stands, YYYY-MM-DD; absent: accepted before that was kept. */
  termsVersion?: string;
  bannedAt?: Date;
  /** Why, in the words that the person was told. */
  banReason?: string;
  /** Set when the account was deactivated and its personal data anonymised. */
  deletedAt?: Date;
  lastLogin?: Date;
  /**
   * Counted up by transactions beside which the account must not be closed (keepAccountOpen), and by those that end all
   * access to it (endAccessTo).
   */
  lock?: number;
  createdAt: Date;
}

const schema = new Schema<User>(
  {
    tag: { type: String, required: true },
    name: { type: String, required: true },
    lastname: { type: String, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    type: { type: String, enum: ACCOUNT_TYPES },
    role: { type: String, enum: PRIVATE_ROLES },
    natureOfCollectivity: { type: String, enum: AUTHORITY_NATURES },
    dateOfBirth: String,
    entityName: String,
    siret: String,
    RNA: String,
    INSEE: String,
    vatRegime: { type: String, enum: VAT_REGIMES },
    vatRegimeAt: Date,
    vatNumber: String,
    phone: String,
    avatar: Schema.Types.ObjectId,
    street: String,
    postalCode: String,
    city: String,
    country: String,
    isAdmin: { type: Boolean, required: true, default: false },
    adminRole: { type: String, enum: ADMIN_ROLES },
    isVerified: { type: Boolean, required: true, default: false },
    cookiesSet: Boolean,
    cookiesSetOn: String,
    cookiesOf: String,
    accountId: String,
    stripeStats: { type: String, enum: STRIPE_STATUSES },
    stripeStatsAt: Date,
    accountReadings: {
      type: new Schema(
        { begun: Number, written: Number, at: Date, isLookedAt: Boolean, wasActive: Boolean },
        { _id: false },
      ),
    },
    payoutHold: { type: String, enum: PAYOUT_HOLDS },
    payoutsBefore: {
      type: new Schema<PayoutSchedule>(
        {
          interval: { type: String, required: true },
          weekly_anchor: String,
          weekly_payout_days: { type: [String], default: undefined },
          monthly_anchor: Number,
          monthly_payout_days: { type: [Number], default: undefined },
        },
        { _id: false },
      ),
    },
    stripeCustomerId: String,
    customerUntold: Boolean,
    customerForgottenAt: Date,
    customerTriedAt: Date,
    spondorshipCode: String,
    link_id: Schema.Types.ObjectId,
    linkedAt: Date,
    masterStatus: { type: String, enum: MASTER_STATUSES },
    masterRefusal: String,
    verification: {
      type: new Schema(
        { seed: String, expiresAt: Date, sentAt: Date, keyHash: String },
        { _id: false },
      ),
    },
    reset: {
      type: new Schema(
        { seed: String, tokenHash: String, expiresAt: Date, sentAt: Date },
        { _id: false },
      ),
    },
    emailChange: {
      type: new Schema(
        { email: String, seed: String, expiresAt: Date, sentAt: Date, tries: Number },
        { _id: false },
      ),
    },
    termsAcceptedAt: Date,
    termsVersion: String,
    bannedAt: Date,
    banReason: String,
    deletedAt: Date,
    lastLogin: Date,
    lock: Number,
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "users" },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ tag: 1 }, { unique: true });
schema.index({ spondorshipCode: 1 }, { unique: true, ...SPARSE });
schema.index({ accountId: 1 }, { unique: true, ...SPARSE });
schema.index({ "reset.tokenHash": 1 }, SPARSE);
schema.index({ "verification.expiresAt": 1 }, SPARSE);
schema.index({ "emailChange.expiresAt": 1 }, SPARSE);
schema.index({ link_id: 1 }, SPARSE);
schema.index({ masterStatus: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ lastname: 1, name: 1, _id: 1 }, { collation: FRENCH });
schema.index({ isVerified: 1, createdAt: -1, _id: -1 });
schema.index({ bannedAt: 1 }, SPARSE);
schema.index({ deletedAt: 1 }, SPARSE);
schema.index({ adminRole: 1 }, SPARSE);
schema.index({ stripeStats: 1 }, SPARSE);
schema.index({ payoutHold: 1 }, SPARSE);
schema.index({ payoutHold: 1, bannedAt: 1 }, SPARSE);
schema.index({ phone: 1 }, SPARSE);
schema.index({ siret: 1 }, SPARSE);
schema.index({ RNA: 1 }, SPARSE);
schema.index({ INSEE: 1 }, SPARSE);
schema.index({ linkedAt: -1, _id: -1 }, SPARSE);

export const UserModel = defineModel("User", schema);
