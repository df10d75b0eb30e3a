import { arrived } from "./arrived";

/** Shows what a page of this site holds in place of what this one does, its title included. */
export function showMain(page: Document): void {
  const main = document.querySelector("main")!;
  main.replaceChildren(...page.querySelector("main")!.childNodes);
  document.title = page.title;
  arrived(main, page);
}
