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
  /** When it was said last; absent: before that was kept. */
  vatRegimeAt?: Date | undefined;
}

/**
 * Whether an organisation should look at its regime: it said none, or it is a public body in `franchise` that did not say so
 * since the form of a former release wrote it of whoever chose nothing.
 */
export function isVatUnconfirmed({ type, role, vatRegime, vatRegimeAt }: Taxpayer): boolean {
  if (!hasField(type ?? undefined, role, "vatRegime")) return false;
  if (vatRegime === undefined) return true;
  return type === "Collectivité" && vatRegime === "franchise" && vatRegimeAt === undefined;
}

/** 'Assujetti à la TVA', 'Franchise en base, sans TVA (supposé, à confirmer)'; null of whom has no regime: persons. */
export function vatText(taxpayer: Taxpayer): string | null {
  const { type, role, vatRegime } = taxpayer;
  const ofType = type ?? undefined;
  if (!hasField(ofType, role, "vatRegime")) return null;
  const label = VAT_REGIME_LABELS[vatRegimeOf({ type: ofType, role, vatRegime })];
  if (!isVatUnconfirmed(taxpayer)) return label;
  return `${label} (${vatRegime ? "" : "supposé, "}à confirmer)`;
}
