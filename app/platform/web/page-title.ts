interface PageTitleOptions {
  /** The form on the page was refused: says so before anything else. */
  error?: boolean;
  /** Page of a list, from 1; said from the second on. */
  pageNumber?: number;
}

/** The document's title: `Place des Salles | Réservation`, page 2 and errors announced. */
export function pageTitle(brand: string, page: string, options: PageTitleOptions = {}): string {
  const number = options.pageNumber ?? 1;
  const title = `${brand} | ${page}${number > 1 ? `, page ${number}` : ""}`;
  return options.error ? `Erreur\u00a0: ${title}` : title;
}
