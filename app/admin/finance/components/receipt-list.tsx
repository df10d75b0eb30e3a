import { ChoiceFilter, DayFilter, SearchFilter } from "~/admin/lists/components/filter-fields";
import { DataTable } from "~/ui/data-table";
import { TextField } from "~/ui/inputs";
import { RECEIPT_KINDS, type ReceiptKind } from "@models/enumerations";
import type { ReceiptRow } from "../list-receipts.server";
import { partLabel } from "../period";
import { RECEIPT_KIND_LABELS, type ReceiptFilters } from "../receipt-filters";

/** Receipts and credit notes, one a row. */
export function ReceiptTable({ receipts }: { receipts: readonly ReceiptRow[] }) {
  return (
    <DataTable
      caption="Reçus et avoirs"
      columns={[
        { label: "Numéro" },
        { label: "Document" },
        { label: "Réservation" },
        { label: "Locataire" },
        { label: "Total", numeric: true },
        { label: "Émis le", numeric: true },
      ]}
      rows={receipts.map((one) => ({
        id: one.id,
        cells: [
          <a href={`/admin/finance/recus/${one.number}`}>{one.number}</a>,
          RECEIPT_KIND_LABELS[one.kind],
          <span>
            <span className="identifier">{one.reference}</span>
            <small>{one.venueTitle}</small>
          </span>,
          one.tenant,
          one.total,
          one.issuedAt,
        ],
      }))}
    />
  );
}

/** The filters of the list. */
export function ReceiptFilterFields({ filters }: { filters: ReceiptFilters }) {
  return (
    <>
      <SearchFilter label="Numéro ou réservation" name="q" value={filters.q} />
      <ChoiceFilter
        label="Document"
        name="type"
        options={RECEIPT_KINDS.map((kind) => ({ value: kind, label: RECEIPT_KIND_LABELS[kind] }))}
        value={filters.type}
      />
      <TextField
        label="Mois d’émission"
        name="mois"
        placeholder="2026-11"
        pattern="\d{4}(-\d{2})?"
        defaultValue={filters.mois}
        required={false}
      />
      <DayFilter label="Émis le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function receiptFilterName(name: string, value: string): string {
  if (name === "type") return RECEIPT_KIND_LABELS[value as ReceiptKind];
  if (name === "mois") return value.length === 4 ? `En ${value}` : `En ${partLabel(value)}`;
  return `Numéro ou réservation\u00a0: ${value}`;
}
