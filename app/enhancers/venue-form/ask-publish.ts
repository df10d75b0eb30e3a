import { showQuestion } from "../confirm/dialog";
import { showMain } from "../shared/show-main";

/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 8_000;

/**
 * Asks 'Publier ce lieu ?' in a dialog over the form, which stays as it is. A refused form is shown as a page of its
 * own would show it.
 *
 * @returns false: there is nothing left to send
 * @throws when something else is answered, or nothing
 */
export async function askPublish(
  form: HTMLFormElement,
  submitter: HTMLButtonElement,
): Promise<false> {
  const body = new FormData(form);
  body.append(submitter.name, submitter.value);
  const response = await fetch(form.action, {
    method: "post",
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const question = page.querySelector<HTMLElement>("[data-question]");
  if (response.redirected || response.status >= 500) throw new Error("no question");
  if (question) {
    forgetRefusal(form);
    document.title = page.title;
    showQuestion(question, submitter, form.action);
  } else if (page.querySelector("main .error-summary")) {
    showMain(page);
  } else {
    throw new Error("no question");
  }
  return false;
}

/** Takes away what an earlier answer had against the form, which is right now. */
function forgetRefusal(form: HTMLFormElement): void {
  document.querySelector("main .error-summary")?.remove();
  for (const message of form.querySelectorAll("p.field-error[id$='-erreur']")) message.remove();
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
}
