/**
 * The pages worth a link: the first, the last, the current one and its neighbours. A `gap` stands
 * for two pages or more; a single missing page is shown instead.
 */
export function paginationWindow(current: number, total: number): (number | "gap")[] {
  const shown = new Set([1, total, current - 1, current, current + 1]);
  const entries: (number | "gap")[] = [];
  for (let page = 1; page <= total; page += 1) {
    const isLone = shown.has(page - 1) && shown.has(page + 1);
    if (shown.has(page) || isLone) entries.push(page);
    else if (entries[entries.length - 1] !== "gap") entries.push("gap");
  }
  return entries;
}
