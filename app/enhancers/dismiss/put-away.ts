import { hold } from "../shared/hold";
import { patience } from "../shared/patience";

/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 4_000;

/** What was pressed before, of whichever form of the page. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Sends the form of a banner and takes the banner away, and with the last of several what held them.
 *
 * @throws when it is not done: a form that is refused leads on to another page
 */
export default async function putAway(
  form: HTMLFormElement,
  button: HTMLButtonElement,
): Promise<void> {
  const main = document.querySelector("main")!;
  // There, and empty, before it is filled: a region that comes with its text is not told.
  const region = document.createElement("p");
  region.className = "sr-only";
  region.setAttribute("role", "status");
  main.append(region);
  const free = hold(form, button, "Envoi en cours…");
  try {
    // The cookie of what is put away is written anew with each answer: two that are asked for at once leave one message there.
    const sent = before.then(() => send(form, button));
    before = sent.catch(() => undefined);
    const said = await sent;
    const banner = form.closest<HTMLElement>(".notice, section")!;
    const place = banner.parentElement!;
    banner.remove();
    if (place.children.length === 0) place.remove();
    // Or the keyboard would start again from the top of the page.
    main.focus({ preventScroll: true });
    region.textContent = said;
  } catch (error) {
    region.remove();
    throw error;
  } finally {
    free();
  }
}

/** @returns what is said of it */
async function send(form: HTMLFormElement, { name, value }: HTMLButtonElement): Promise<string> {
  const fields = new URLSearchParams([...new FormData(form)] as [string, string][]);
  fields.append(name, value);
  const response = await fetch(form.action, {
    method: "post",
    headers: { accept: "application/json" },
    body: fields,
    redirect: "manual",
    // Whoever leaves the page while it is sent has chosen all the same.
    keepalive: true,
    signal: patience(PATIENCE_MS),
  });
  if (!response.ok) throw new Error("not done");
  return ((await response.json()) as { said: string }).said;
}
