/** How an organisation stands with VAT, for who reads it. Pure. */
import {
  VAT_REGIME_LABELS,
  type AccountType,
  type PrivateRole,
  type VatRegime,
} from "@models/enumerations";
import { vatRegimeOf } from "~/rules/vat";
import { hasField } from "./identity-fields";

interface Taxpayer {
  /** Null or absent: an administrator's. */
  type?: AccountType | null | undefined;
  role?: PrivateRole | undefined;
  vatRegime?: VatRegime | undefined;
}

/**
 * Whether an organisation should look at its regime: it said none, or it is a public body in `franchise`, which the form of a
 * former release wrote of whoever chose nothing.
 */
export function isVatUnconfirmed({ type, role, vatRegime }: Taxpayer): boolean {
  if (!hasField(type ?? undefined, role, "vatRegime")) return false;
  return vatRegime === undefined || (type === "Collectivité" && vatRegime === "franchise");
}

/** 'Assujetti à la TVA', 'Franchise en base, sans TVA (supposé, à confirmer)'; null of whom has no regime: persons. */
export function vatText({ type, role, vatRegime }: Taxpayer): string | null {
  const ofType = type ?? undefined;
  if (!hasField(ofType, role, "vatRegime")) return null;
  const label = VAT_REGIME_LABELS[vatRegimeOf({ type: ofType, role, vatRegime })];
  if (!isVatUnconfirmed({ type, role, vatRegime })) return label;
  return `${label} (${vatRegime ? "" : "supposé, "}à confirmer)`;
}
