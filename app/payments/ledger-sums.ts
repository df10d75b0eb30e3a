/** What each movement of the ledger does to the sums that finance reads. Pure; amounts are cents. */
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import type { Cents } from "~/platform/money";

/**
 * Where the money of a period went: `paid = owners + commission + refunded + chargedBack + pending`, in every
 * period by itself and so in any sum of them. Each can be negative where an earlier period is taken back.
 */
export interface LedgerSums {
  paid: Cents;
  /** Sent on to owners, less the platform's fee and what was taken back. */
  owners: Cents;
  /** The platform's fee, from buyers and owners together, less what was given back of it. */
  commission: Cents;
  refunded: Cents;
  /** What payers' banks took back, whether or not the dispute is decided. */
  chargedBack: Cents;
  /** With the platform on its way: paid and not sent on yet, or taken back and not refunded yet. */
  pending: Cents;
}

export const NO_SUMS: LedgerSums = {
  paid: 0,
  owners: 0,
  commission: 0,
  refunded: 0,
  chargedBack: 0,
  pending: 0,
};

type Effect = Partial<Record<keyof LedgerSums, 1 | -1>>;

/** Absent: what only says where a payment stands. */
const EFFECTS: Partial<Record<LedgerType, Effect>> = {
  captured: { paid: 1, pending: 1 },
  transferred: { owners: 1, pending: -1 },
  transfer_reversed: { owners: -1, pending: 1 },
  fee: { commission: 1, owners: -1 },
  fee_refunded: { commission: -1, owners: 1 },
  refunded: { refunded: 1, pending: -1 },
  refund_failed: { refunded: -1, pending: 1 },
  dispute_withdrawn: { chargedBack: 1, pending: -1 },
  dispute_reinstated: { chargedBack: -1, pending: 1 },
};

/** The types of entries that move money. */
export const MOVING_TYPES = Object.keys(EFFECTS) as LedgerType[];

/** The sums of some movements, or of sums of movements of one type each. */
export function sumsOf(entries: readonly Pick<LedgerEntry, "type" | "amount">[]): LedgerSums {
  return entries.reduce((sums, { type, amount }) => {
    const change = Object.entries(EFFECTS[type] ?? {}) as [keyof LedgerSums, 1 | -1][];
    return change.reduce(
      (next, [name, sign]) => ({ ...next, [name]: next[name] + sign * amount }),
      {
        ...sums,
      },
    );
  }, NO_SUMS);
}

export function addSums(a: LedgerSums, b: LedgerSums): LedgerSums {
  const names = Object.keys(a) as (keyof LedgerSums)[];
  return names.reduce((sums, name) => ({ ...sums, [name]: a[name] + b[name] }), a);
}

/** What a movement is called. */
export const MOVEMENT_LABELS: Record<LedgerType, string> = {
  authorised: "Autorisation",
  released: "Autorisation rendue",
  captured: "Paiement",
  transferred: "Versement au propriétaire",
  fee: "Part de la plateforme",
  refunded: "Remboursement",
  refund_failed: "Remboursement renvoyé",
  transfer_reversed: "Reprise sur le propriétaire",
  fee_refunded: "Part de la plateforme rendue",
  disputed: "Contestation",
  dispute_withdrawn: "Repris par la banque",
  dispute_reinstated: "Rendu par la banque",
  dispute_closed: "Contestation close",
};
