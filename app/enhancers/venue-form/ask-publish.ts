import { showQuestion } from "../confirm/dialog";
import { showMain } from "../shared/show-main";

/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 8_000;

/**
 * Asks 'Publier ce lieu ?' in a dialog over the form, which stays as it is. A refused form is shown as a page of its
 * own would show it.
 *
 * @returns false: there is nothing left to send
 * @throws when something else is answered, or nothing; the form is held then until the page that sending it brings
 */
export async function askPublish(
  form: HTMLFormElement,
  submitter: HTMLButtonElement,
): Promise<false> {
  const body = new FormData(form);
  body.append(submitter.name, submitter.value);
  const free = hold(form, submitter);
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
    showMain(page);
  } else {
    throw new Error("no question");
  }
  return false;
}

async function post(action: string, body: FormData): Promise<[Response, string]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(action, { method: "post", body, signal });
  return [response, await response.text()];
}

/**
 * Keeps what was sent as it was: a text or a photo entered while the answer is on its way would be lost with the page
 * that may come, be it this answer's or that of the form sent without script. The button keeps the focus, and says
 * what one waits for. A page that is come back to as it was left is free again.
 *
 * @returns what ends it
 */
function hold(form: HTMLFormElement, submitter: HTMLButtonElement): () => void {
  const held: HTMLElement[] = [];
  for (let part: HTMLElement = submitter; part !== form; part = part.parentElement!) {
    for (const sibling of part.parentElement!.children as HTMLCollectionOf<HTMLElement>) {
      if (sibling === part || sibling.inert) continue;
      sibling.inert = true;
      held.push(sibling);
    }
  }
  const words = [...submitter.childNodes];
  submitter.setAttribute("aria-disabled", "true");
  submitter.replaceChildren("Vérification en cours…");
  const free = () => {
    for (const part of held) part.inert = false;
    submitter.removeAttribute("aria-disabled");
    submitter.replaceChildren(...words);
  };
  addEventListener("pageshow", free, { once: true });
  return free;
}

/** Takes away what an earlier answer had against the form, which is right now. */
function forgetRefusal(form: HTMLFormElement): void {
  document.querySelector("main .error-summary")?.remove();
  for (const message of form.querySelectorAll("p.field-error[id$='-erreur']")) message.remove();
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
}
