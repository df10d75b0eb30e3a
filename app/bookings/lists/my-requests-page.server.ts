import { searchText } from "~/platform/web/fields";
import { label, LIST_STATES, type ListState } from "~/rules/reservation-states";
import { listMyRequests, type MyRequests } from "./list-my-requests.server";

const PATH = "/mes-demandes";

export interface MyRequestsPage extends MyRequests {
  /** What is searched for, as typed. */
  search: string;
  state: ListState | null;
  /** A link for each state that the list can be narrowed to, with its count, the one in force marked. */
  tabs: { href: string; label: string; current: boolean }[];
}

/**
 * A buyer's list of requests, as its query string asks for it: `q` (start of the venue's title, or a reference),
 * `statut` (a state), `page`. What cannot be read asks for nothing.
 */
export async function myRequestsPage(
  buyerId: string,
  query: URLSearchParams,
  now: Date,
): Promise<MyRequestsPage> {
  const search = searchText.parse(query.get("q") ?? "");
  const state = LIST_STATES.find((known) => known === query.get("statut")) ?? null;
  const page = Number.parseInt(query.get("page") ?? "1", 10) || 1;
  const list = await listMyRequests(buyerId, { search, state: state ?? undefined, page, now });
  const all = LIST_STATES.reduce((sum, known) => sum + list.counts[known], 0);
  return {
    ...list,
    search,
    state,
    tabs: [
      { href: requestsHref({ search }), label: `Toutes (${all})`, current: state === null },
      ...LIST_STATES.map((known) => ({
        href: requestsHref({ search, state: known }),
        label: `${label(known)} (${list.counts[known]})`,
        current: known === state,
      })),
    ],
  };
}

function requestsHref({ search, state }: { search: string; state?: ListState }): string {
  const query = new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(state ? { statut: state } : {}),
  }).toString();
  return query ? `${PATH}?${query}` : PATH;
}
