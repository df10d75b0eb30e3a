import { pageMeta } from "~/platform/web/page-meta";
import { rowsText, type ShownRows } from "./rows-text";

/** The `meta` of a list's page: from the second on its title says which rows it shows, 'Lieux 51 à 100'. */
export const listMeta = pageMeta<{ title: string; page: ShownRows }>(
  ({ title, page }) => (page.first > 1 ? rowsText(title, page) : title),
  { isPrivate: true },
);
