import { Schema } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** The setting that counts the changes of what everybody sees: platform/content-version. */
export const CONTENT_VERSION = "contentVersion";

/** The setting that holds the banners and the maintenance, as JSON: platform/site-state. */
export const SITE_STATE = "siteState";

/** The setting that says up to which moment the ledger was compared with Stripe: payments/compare-ledger. */
export const LEDGER_COMPARED_TO = "ledgerComparedTo";

/** The setting that holds the end of the audit log: app/admin/audit. */
export const AUDIT_HEAD = "auditHead";

/** A change of what everybody sees, and whom it concerns: ids. */
export interface ContentChange {
  /** Venues whose own content changed. */
  venues?: string[];
  /** Owners all of whose venues changed. */
  owners?: string[];
  /** Venues of which half days were taken or freed. */
  days?: string[];
  /** What pages show beside: a name, a review, a tile. */
  pages?: true;
  /** Nobody knows what changed. */
  anything?: true;
  /** The process that tells of it. */
  by?: string;
}

/** A named value of the platform: switches of the back-office, the version of the public content. */
export interface Setting {
  _id: string;
  value: string | number | boolean;
  /**
   * Of the content's version alone: how many of its changes were told as such, and the last of them, each a
   * `ContentChange` as JSON: an array of objects costs several times as much at each write.
   */
  told?: number;
  changes?: string[];
  updatedAt: Date;
}

const schema = new Schema<Setting>(
  {
    _id: { type: String, required: true },
    value: { type: Schema.Types.Mixed, required: true },
    told: Number,
    changes: { type: [String], default: undefined },
    updatedAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "settings" },
);

export const SettingModel = defineModel("Setting", schema);
