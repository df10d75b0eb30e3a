import { adoptStyle } from "../shared/adopt-style";
import { closeBeside } from "../shared/beside";
import { patience } from "../shared/patience";
import submitOnce from "../submit-once";
import css from "./dialog.css?inline";

/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 4_000;

/**
 * Fetches the page that a link leads to and asks its question in a dialog; its form is sent to that page.
 *
 * @param isWanted whether it still is, once that page is there; not asked otherwise
 * @throws when that page holds no question, or does not come
 */
export default async function ask(link: HTMLAnchorElement, isWanted: () => boolean): Promise<void> {
  const response = await fetch(link.href, { signal: patience(PATIENCE_MS) });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const question = page.querySelector<HTMLElement>("[data-question]");
  if (!response.ok || response.redirected || !question) throw new Error("no question");
  if (isWanted()) showQuestion(question, link, link.href);
}

/**
 * Asks in a dialog. 'Retour', Escape and a press beside it close it, and the focus is back where it was opened. Once
 * something is typed, 'Retour' alone does.
 *
 * @param action where its form is sent unless it says so itself
 */
export function showQuestion(question: HTMLElement, opener: HTMLElement, action: string): void {
  adoptStyle(css);
  let isLeft = false;
  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.append(question);
  dialog.setAttribute("aria-labelledby", "question");
  dialog.addEventListener("click", (event) => {
    const { target, detail } = event;
    // The second press of a double one on what opened it answers nothing, be it on a button or beside the question.
    if (detail > 1) {
      event.preventDefault();
      return;
    }
    // What leads back to a page, as a rule this one.
    if (!(target instanceof HTMLElement) || target.dataset.back !== "") return;
    event.preventDefault();
    isLeft = true;
    dialog.close();
  });
  closeBeside(dialog);

  const title = document.createElement("h2");
  const heading = question.querySelector("h1")!;
  title.id = "question";
  title.className = heading.className;
  title.tabIndex = -1;
  title.append(...heading.childNodes);
  heading.replaceWith(title);

  const form = question.querySelector("form")!;
  form.action = form.getAttribute("action") ?? action;
  submitOnce(form);

  const typed = () => JSON.stringify([...new FormData(form)]);
  const untouched = typed();
  const isKept = () => !isLeft && typed() !== untouched;
  dialog.addEventListener("cancel", (event) => {
    if (isKept()) event.preventDefault();
  });
  dialog.addEventListener("close", () => {
    // Browsers ask about a first Escape, or a first gesture back, and not about the next.
    if (isKept()) return dialog.showModal();
    dialog.remove();
    opener.focus();
  });

  document.querySelector("main")!.append(dialog);
  dialog.showModal();
  // Not the button: what cannot be undone is not to be done by one press of Enter too many.
  title.focus();
}
