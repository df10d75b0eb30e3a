import { showQuestion } from "../confirm/dialog";
import { hold, STOPPED_MS } from "../shared/hold";
import { patience } from "../shared/patience";
import { showRefused } from "../shared/show-main";

/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 8_000;

/**
 * Asks 'Publier ce lieu ?' in a dialog over the form, which stays as it is. A refused form is shown as a page of its
 * own would show it; one that was not read is left as it is, with why above it.
 *
 * @returns false: there is nothing left to send
 * @throws when something else is answered, or nothing; the form is held then until the page that sending it brings, unless that is stopped
 */
export async function askPublish(
  form: HTMLFormElement,
  submitter: HTMLButtonElement,
): Promise<false> {
  const body = new FormData(form);
  body.append(submitter.name, submitter.value);
  const free = hold(form, submitter, "Vérification en cours…");
  try {
    const [response, text] = await post(form.action, body);
    const page = new DOMParser().parseFromString(text, "text/html");
    const question = page.querySelector<HTMLElement>("[data-question]");
    if (response.redirected || response.status >= 500) throw new Error("no question");
    if (question) {
      free();
      forgetRefusal(form);
      document.title = page.title;
      showQuestion(question, submitter, form.action);
    } else if (page.querySelector("main .error-summary")) {
      free();
      showRefused(form, page);
    } else {
      throw new Error("no question");
    }
    return false;
  } catch (error) {
    setTimeout(free, STOPPED_MS);
    throw error;
  }
}

async function post(action: string, body: FormData): Promise<[Response, string]> {
  const response = await fetch(action, { method: "post", body, signal: patience(PATIENCE_MS) });
  return [response, await response.text()];
}

/** Takes away what an earlier answer had against the form, which is right now. */
function forgetRefusal(form: HTMLFormElement): void {
  document.querySelector("main .error-summary")?.remove();
  for (const message of form.querySelectorAll("p.field-error[id$='-erreur']")) message.remove();
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
}
