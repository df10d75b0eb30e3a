import { z } from "zod";
import { todayInParis } from "~/platform/days";
import type { Permission } from "~/platform/permissions";
import { csvResponse, type CsvColumns } from "~/platform/web/csv.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import type { CursorPage } from "./cursor-page.server";
import { exportLoader } from "./export-loader.server";
import { choiceFilter, cursorParam, listPath, type Filter, type FilterLook } from "./filters";
import { orderLabel, ordersOf, type ListOrder, type SortName } from "./orders";

type LoaderArgs = Parameters<ReturnType<typeof exportLoader>>[0];
type Filters = Readonly<Record<string, Filter>>;

/** What a list is asked for: a value of each filter, empty where it is not filtered by it, and the order. */
type Asked<F extends Filters> = { [K in keyof F]: z.output<F[K]["field"]> } & { tri: ListOrder };

interface Definition<F extends Filters, Row, Stored> {
  /** Its address; its CSV is at `{path}.csv`. */
  path: string;
  title: string;
  /** 'compte', 'comptes'. */
  noun: readonly [one: string, many: string];
  /** Said of a list without rows. */
  empty: string;
  /** Who may see it; absent: every administrator. */
  access?: Permission;
  /** By the names that the address has for them, in the order in which it says them. */
  filters: F;
  /** By what it can be sorted, beside the date of its rows. */
  sorts?: readonly SortName[];
  /** One page of what it shows. */
  read: (asked: Asked<F>, cursor: string, now: Date) => Promise<CursorPage<Row>>;
  csv: {
    /** Of the file, before the day: 'contacts'. */
    name: string;
    columns: CsvColumns<Stored>;
    rows: (asked: Asked<F>, now: Date) => AsyncIterable<Stored>;
  };
}

/** A page of a list as plain data, all that `ListFrame` shows. */
export interface ListView<Row> extends Pick<
  Definition<never, never, never>,
  "path" | "title" | "noun" | "empty"
> {
  /** The filters as the address says them, and the order (`tri`); empty ones are none. */
  filters: Record<string, string>;
  /** The fields of the filters, each with the value in force. */
  fields: (FilterLook & { name: string; value: string })[];
  /** What each filter in force is called. */
  active: { name: string; label: string }[];
  /** What it can be sorted by, beside the newest first. */
  orders: { value: Exclude<ListOrder, "">; label: string }[];
  page: CursorPage<Row>;
}

export interface List<Row> {
  path: string;
  title: string;
  /** What its address is read with. */
  params: z.ZodObject<z.ZodRawShape>;
  orders: readonly Exclude<ListOrder, "">[];
  /**
   * Its address under what a query string filters it by: only what the list knows and can read stays, so that two
   * ways to write one filter are one.
   */
  pathUnder: (query: string) => string;
  /** The loader of its page. */
  page: ((args: LoaderArgs) => Promise<ListView<Row>>) & { access: Permission };
  /** The loader of its CSV. */
  csv: ((args: LoaderArgs) => Promise<Response>) & { access: Permission };
}

/** Which kind of field stands before which: what is looked for, what is chosen, then when it was. */
const KINDS: readonly FilterLook["kind"][] = ["search", "choice", "month", "day"];

/** A list of the back-office, from all that is particular to it. */
export function defineList<F extends Filters, Row, Stored>({
  filters,
  sorts = [],
  access = "office.read",
  read,
  csv,
  ...words
}: Definition<F, Row, Stored>): List<Row> {
  const { path, title } = words;
  const orders = ordersOf(...sorts);
  const byName = Object.entries(filters);
  const params = z.object({
    ...Object.fromEntries(byName.map(([name, { field }]) => [name, field])),
    tri: choiceFilter(orders),
  });
  const fields = byName
    .map(([name, { look }]) => ({ name, ...look }))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));

  const view = (page: CursorPage<Row>, asked: Record<string, string>): ListView<Row> => ({
    ...words,
    filters: asked,
    fields: fields.map((field) => ({ ...field, value: asked[field.name] ?? "" })),
    active: byName.flatMap(([name, { nameOf }]) => {
      const value = asked[name];
      return value ? [{ name, label: nameOf(value) }] : [];
    }),
    orders: orders.map((value) => ({ value, label: orderLabel(value) })),
    page,
  });

  return {
    path,
    title,
    params,
    orders,
    pathUnder: (query) =>
      listPath(path, params.parse(Object.fromEntries(new URLSearchParams(query)))),
    page: pageLoader(
      { access, params: params.extend({ suite: cursorParam }) },
      async ({ params: { suite, ...asked }, now }) =>
        view(await read(asked as Asked<F>, suite, now), asked as Record<string, string>),
    ),
    csv: exportLoader({ access, params }, ({ params: asked, now, request }) =>
      csvResponse(
        `${csv.name}-${todayInParis(now)}`,
        csv.columns,
        csv.rows(asked as Asked<F>, now),
        request,
      ),
    ),
  };
}
