import { Icon } from "~/ui/icon";
import { PopoverMenu } from "~/ui/popover-menu";
import { listingPath, SORTS, type Sort, type VenueSearch } from "../search-form";

const SORT_LABELS: Record<Sort, string> = {
  recent: "Les plus récents",
  "price-asc": "Prix croissant",
  "price-desc": "Prix décroissant",
  rating: "Mieux notés",
};

/** The orders of the list, each a link; the one in use stands on the button that unfolds them. */
export function SearchSort({ search }: { search: VenueSearch }) {
  return (
    <PopoverMenu
      id="tri"
      label={
        <>
          <span className="sr-only">{"Trier, en ce moment\u00a0: "}</span>
          {SORT_LABELS[search.sort]}
          <Icon name="chevron" size={20} className="chevron" />
        </>
      }
    >
      <ul aria-label="Trier par">
        {SORTS.map((sort) => (
          <li key={sort}>
            <a
              className="menu-link"
              href={listingPath({ ...search, sort, page: 1 })}
              aria-current={sort === search.sort ? "true" : undefined}
            >
              {SORT_LABELS[sort]}
            </a>
          </li>
        ))}
      </ul>
      <p className="hint px-3 py-2">Prix d’une journée entière, frais de service compris.</p>
    </PopoverMenu>
  );
}
