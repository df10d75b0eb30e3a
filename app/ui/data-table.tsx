import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

export interface Column {
  label: string;
  /** Dates, amounts, counts: right-aligned, never wrapped. */
  numeric?: boolean;
  /** In people's own words, as the first column is: one without a space breaks before a column leaves the window. */
  written?: boolean;
  /** Buttons and links at the end of a row; the label is for screen readers. */
  actions?: boolean;
  /** The heading sorts by this column; cards have no headings, so a list says it elsewhere too. */
  sort?: ColumnSort | undefined;
}

export interface ColumnSort {
  /** Null: the rows are in another order. */
  direction: "ascending" | "descending" | null;
  /** Where the rows are in this order, or in it the other way round. */
  href: string;
}

export interface Row {
  id: string;
  /** One a column; the first names the row. */
  cells: readonly ReactNode[];
}

interface DataTableProps {
  /** Said to screen readers. */
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
}

/**
 * A table where it has 848 px, cards below, each value beside the name of its column. The roles keep the
 * table a table for assistive technology where the style stops showing it as one.
 */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <div className="table-frame">
      <table className="data-table" role="table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.label}
                role="columnheader"
                scope="col"
                className={classNames(column.numeric && "numeric") || undefined}
                aria-sort={column.sort?.direction ?? undefined}
                abbr={column.sort && column.label}
              >
                <Heading {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.label} role="rowheader" scope="row">
                    {row.cells[index]}
                  </th>
                ) : (
                  <td
                    key={column.label}
                    role="cell"
                    data-label={column.actions ? undefined : column.label}
                    className={
                      classNames(
                        column.numeric && "numeric",
                        column.written && "written",
                        column.actions && "actions",
                      ) || undefined
                    }
                  >
                    {row.cells[index]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ARROWS = { ascending: "tri-croissant", descending: "tri-decroissant" } as const;

function Heading({ label, actions, sort }: Column) {
  if (actions) return <span className="sr-only">{label}</span>;
  if (!sort) return label;
  return (
    <span>
      {label}
      {/* Beside the name, which stays a heading where cards leave the link out. */}
      <a href={sort.href}>
        <span className="sr-only">Trier par la colonne {label}</span>
        <Icon name={sort.direction ? ARROWS[sort.direction] : "tri"} size={18} />
      </a>
    </span>
  );
}
