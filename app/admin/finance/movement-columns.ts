/** The movements of the ledger as a file for accountants. Pure; amounts are euros. */
import type { LedgerEntry } from "@models/ledger-entry";
import { MOVEMENT_LABELS, type LedgerSums } from "~/payments/ledger-sums";
import { formatDay, parisDayOf } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { decimalEuros } from "~/platform/money";

export interface MovementRow {
  /** Null: the sums of all. */
  entry: Pick<LedgerEntry, "type" | "stripeId" | "at" | "owner"> | null;
  /** What it does to each sum. */
  sums: LedgerSums;
  reference?: string | undefined;
  venueTitle?: string | undefined;
  /** The organisation's, or the person's; absent once the account is gone. */
  ownerName?: string | undefined;
  /** Of its receipt or credit note. */
  number?: string | undefined;
}

export const MOVEMENT_COLUMNS = {
  Date: ({ entry }: MovementRow) => entry && formatDay(parisDayOf(entry.at)),
  Mouvement: ({ entry }: MovementRow) =>
    entry ? knownOr(MOVEMENT_LABELS, entry.type, OTHER) : "Total",
  Réservation: ({ reference }: MovementRow) => reference,
  Lieu: ({ venueTitle }: MovementRow) => venueTitle,
  Propriétaire: ({ ownerName }: MovementRow) => ownerName,
  "Compte du propriétaire": ({ entry }: MovementRow) => entry?.owner.toString(),
  "Reçu ou avoir": ({ number }: MovementRow) => number,
  Stripe: ({ entry }: MovementRow) => entry?.stripeId,
  "Payé (€)": ({ sums }: MovementRow) => decimalEuros(sums.paid),
  "Propriétaires (€)": ({ sums }: MovementRow) => decimalEuros(sums.owners),
  "Part de la plateforme (€)": ({ sums }: MovementRow) => decimalEuros(sums.commission),
  "Remboursé (€)": ({ sums }: MovementRow) => decimalEuros(sums.refunded),
  "Repris par les banques (€)": ({ sums }: MovementRow) => decimalEuros(sums.chargedBack),
  "En attente (€)": ({ sums }: MovementRow) => decimalEuros(sums.pending),
} as const;
