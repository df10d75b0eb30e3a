/**
 * Has the page's script attach the enhancers and islands of what came later.
 *
 * @param page that it came from, whose icons may be others than those that this one brought
 */
export function arrived(part: Element, page?: Document): void {
  const icons = page?.querySelector("symbol")?.parentElement;
  for (const icon of [...(icons?.children ?? [])]) {
    if (document.getElementById(icon.id)) icon.remove();
  }
  if (icons) document.body.append(icons);
  part.dispatchEvent(new Event("attach", { bubbles: true }));
}
