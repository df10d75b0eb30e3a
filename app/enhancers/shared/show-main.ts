import { arrived } from "./arrived";

/** Of a body that was not read to its end: the page that is answered has nothing of what was typed. */
const UNREAD = [400, 408, 413];

/** Shows what a page of this site holds in place of what this one does, its title included. */
function showMain(page: Document): void {
  const main = document.querySelector("main")!;
  main.replaceChildren(...page.querySelector("main")!.childNodes);
  document.title = page.title;
  arrived(main, page);
}

/** Shows the page that a form was refused with; of one whose form is empty only why, above the form as it is. */
export function showRefused(form: HTMLFormElement, page: Document, status: number): void {
  const summary = page.querySelector<HTMLElement>("main .error-summary");
  if (!summary || !UNREAD.includes(status)) {
    showMain(page);
    return;
  }
  document.querySelector("main .error-summary")?.remove();
  document.title = page.title;
  form.before(summary);
  summary.focus();
}
