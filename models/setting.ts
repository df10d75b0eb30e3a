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

/** A named value of the platform: switches of the back-office, the version of the public content. */
export interface Setting {
  _id: string;
  value: string | number | boolean;
  updatedAt: Date;
}

const schema = new Schema<Setting>(
  {
    _id: { type: String, required: true },
    value: { type: Schema.Types.Mixed, required: true },
    updatedAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "settings" },
);

export const SettingModel = defineModel("Setting", schema);
