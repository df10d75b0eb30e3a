import { Icon } from "./icon";
import { paginationWindow } from "./pagination-window";

interface PaginationProps {
  /** From 1. */
  current: number;
  total: number;
  /** Address of a page, with the list's filters. */
  hrefOf: (page: number) => string;
  /** When a page holds several lists: 'Pagination des versements'. */
  label?: string;
}

/** Links to the other pages of a list; nothing when there is only one. */
export function Pagination({ current, total, hrefOf, label = "Pagination" }: PaginationProps) {
  if (total <= 1) return null;
  return (
    <nav aria-label={label} className="mt-10">
      <ul className="pagination">
        {current > 1 ? (
          <li>
            <a href={hrefOf(current - 1)} rel="prev">
              <Icon name="gauche" size={20} />
              Précédente
            </a>
          </li>
        ) : null}
        {paginationWindow(current, total).map((page, index) => (
          <li key={page === "gap" ? `gap-${index}` : page}>
            {page === "gap" ? (
              <span aria-hidden="true">…</span>
            ) : page === current ? (
              <span aria-current="page">
                <span className="sr-only">Page </span>
                {page}
              </span>
            ) : (
              <a href={hrefOf(page)}>
                <span className="sr-only">Page </span>
                {page}
              </a>
            )}
          </li>
        ))}
        {current < total ? (
          <li>
            <a href={hrefOf(current + 1)} rel="next">
              Suivante
              <Icon name="droite" size={20} />
            </a>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
