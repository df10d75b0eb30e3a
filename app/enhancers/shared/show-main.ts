import { arrived } from "./arrived";

/** Shows what a page of this site holds in place of what this one does, its title included. */
function showMain(page: Document): void {
  const main = document.querySelector("main")!;
  main.replaceChildren(...page.querySelector("main")!.childNodes);
  document.title = page.title;
  arrived(main, page);
}

/**
 * Shows the page that a form was refused with; of one that was not read, whose page has nothing of what was typed, only
 * why, above the form as it is.
 */
export function showRefused(form: HTMLFormElement, page: Document): void {
  const summary = page.querySelector<HTMLElement>("main .error-summary[data-unread]");
  if (!summary) {
    showMain(page);
    return;
  }
  showAbove(form, summary, page.title);
}

/** Says above a form, which stays as it is, why nothing came of it. */
export function showAbove(form: HTMLFormElement, summary: HTMLElement, title: string): void {
  document.querySelector("main .error-summary")?.remove();
  document.title = title;
  form.before(summary);
  summary.focus();
}
