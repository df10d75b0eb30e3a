/** Shows what a page of this site holds in place of what this one does, its title included. */
export function showMain(page: Document): void {
  const main = document.querySelector("main")!;
  main.replaceChildren(...page.querySelector("main")!.childNodes);
  document.title = page.title;
  arrived(main);
}

/** Has the page's script attach the enhancers and islands of what came later. */
export function arrived(part: Element): void {
  part.dispatchEvent(new Event("attach", { bubbles: true }));
}
