/** Has the page's script attach the enhancers and islands of what came later. */
export function arrived(part: Element): void {
  part.dispatchEvent(new Event("attach", { bubbles: true }));
}
