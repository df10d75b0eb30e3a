import { createContext, useContext, type ReactNode } from "react";
import { useMay } from "~/admin/use-may";
import { formatCount } from "~/platform/numbers";
import { Button, LinkButton } from "~/ui/button";
import type { ColumnSort } from "~/ui/data-table";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { SelectField } from "~/ui/inputs";
import type { ListView } from "../define-list.server";
import { listPath } from "../filters";
import { columnOrder, NEWEST_FIRST, type ListOrder, type SortName } from "../orders";
import { rowsText } from "../rows-text";
import { FilterField } from "./filter-fields";
import { SavedFilterTabs } from "./saved-filters";

interface ListFrameProps extends ListView<unknown> {
  /** The table. */
  children: ReactNode;
}

/** The list that a table is of; null: a table elsewhere, which cannot be sorted. */
const SortedList = createContext<Pick<ListFrameProps, "path" | "filters"> | null>(null);

/** The query string that the list on this page is filtered and sorted by; empty: it is not, or there is none. */
export function useListQuery(): string {
  const list = useContext(SortedList);
  return list ? listPath("", list.filters).slice(1) : "";
}

/** What the heading of a column is that the list can be sorted by. */
export function useSort(): (name: SortName | "date") => ColumnSort | undefined {
  const list = useContext(SortedList);
  return (name) => {
    if (!list) return undefined;
    const { direction, next } = columnOrder(name, (list.filters.tri ?? "") as ListOrder);
    return { direction, href: listPath(list.path, { ...list.filters, tri: next }) };
  };
}

/** A list of the back-office: what it is filtered by, its rows, the way to the next ones and to all as CSV. */
export function ListFrame(props: ListFrameProps) {
  const { title, path, filters, page, empty, fields, orders, children } = props;
  const may = useMay();
  return (
    <>
      <div className="office-head">
        <h1>{title}</h1>
        <div className="row">
          <p className="muted" role="status">
            {countText(props)}
          </p>
          {may("lists.export") ? (
            <LinkButton
              variant="secondary"
              compact
              icon="telecharger"
              href={listPath(`${path}.csv`, filters)}
            >
              Exporter en CSV
            </LinkButton>
          ) : null}
        </div>
      </div>
      <section className="stack" aria-label="Filtrer">
        <SavedFilterTabs path={path} filters={filters} />
        <form className="list-filters" method="get" action={path} role="search" aria-label={title}>
          {fields.map((field) => (
            <FilterField key={field.name} {...field} />
          ))}
          <SelectField
            label="Trier par"
            name="tri"
            placeholder={NEWEST_FIRST}
            options={orders}
            defaultValue={filters.tri}
            required={false}
          />
          <Button variant="secondary">Filtrer</Button>
        </form>
        <ActiveFilters {...props} />
      </section>
      <SortedList.Provider value={{ path, filters }}>
        {page.rows.length > 0 ? children : <EmptyState title={empty} />}
      </SortedList.Provider>
      <ListEnd {...props} />
    </>
  );
}

/** '38 comptes', 'plus de 1 000 comptes'. */
function countText({ page: { total, isMore }, noun: [one, many] }: ListFrameProps): string {
  const count = `${formatCount(total)} ${total > 1 ? many : one}`;
  return isMore ? `Plus de ${count}` : count;
}

function ActiveFilters({ path, filters, active }: ListFrameProps) {
  if (active.length === 0) return null;
  return (
    <div className="active-filters">
      {active.map(({ name, label }) => (
        <a key={name} className="active-filter" href={listPath(path, { ...filters, [name]: "" })}>
          <span>
            <span className="sr-only">Retirer le filtre </span>
            {label}
          </span>
          <Icon name="fermer" size={20} />
        </a>
      ))}
      <a className="office-link" href={path}>
        Tout effacer
      </a>
    </div>
  );
}

function ListEnd({ title, path, filters, page }: ListFrameProps) {
  const { rows, first, next } = page;
  if (first === 1 && next === "") return null;
  return (
    <nav className="list-end" aria-label="Pagination">
      <span className="quiet-text">{rows.length > 0 ? rowsText(title, page) : null}</span>
      <span className="row">
        {first > 1 ? (
          <LinkButton variant="secondary" compact href={listPath(path, filters)}>
            Revenir au début
          </LinkButton>
        ) : null}
        {next ? (
          <LinkButton
            variant="secondary"
            compact
            href={listPath(path, { ...filters, suite: next })}
            rel="next"
          >
            Page suivante
            <Icon name="droite" size={20} />
          </LinkButton>
        ) : null}
      </span>
    </nav>
  );
}
