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

/** 'Assujetti à la TVA', 'Franchise en base, sans TVA (supposé, à confirmer)'; null of whom has no regime: persons. */
export function vatText({ type, role, vatRegime }: Taxpayer): string | null {
  const ofType = type ?? undefined;
  if (!hasField(ofType, role, "vatRegime")) return null;
  const label = VAT_REGIME_LABELS[vatRegimeOf({ type: ofType, role, vatRegime })];
  return vatRegime ? label : `${label} (supposé, à confirmer)`;
}
