import { adoptStyle } from "../shared/adopt-style";
import submitOnce from "../submit-once";
import css from "./dialog.css?inline";

/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 4_000;

/**
 * Fetches the page that a link leads to and asks its question in a dialog. 'Retour', Escape and a press beside
 * it close it, and the focus is back at the link; its form is sent to the page that it came from.
 *
 * @throws when that page holds no question, or does not come
 */
export default async function ask(link: HTMLAnchorElement): Promise<void> {
  adoptStyle(css);
  const response = await fetch(link.href, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const question = page.querySelector<HTMLElement>("[data-question]");
  if (!response.ok || response.redirected || !question) throw new Error("no question");

  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.append(question);
  dialog.setAttribute("aria-labelledby", "question");
  dialog.addEventListener("click", (event) => {
    const { target } = event;
    // A link leads back to a page, as a rule this one; a press beside the question hits the dialog itself.
    const isBack = target instanceof HTMLAnchorElement && target.dataset.back === "";
    if (target !== dialog && !isBack) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });

  const title = document.createElement("h2");
  const heading = question.querySelector("h1")!;
  title.id = "question";
  title.className = heading.className;
  title.tabIndex = -1;
  title.append(...heading.childNodes);
  heading.replaceWith(title);

  const form = question.querySelector("form")!;
  form.action = form.getAttribute("action") ?? link.href;
  submitOnce(form);

  document.querySelector("main")!.append(dialog);
  dialog.showModal();
  // Not the button: what cannot be undone is not to be done by one press of Enter too many.
  title.focus();
}
