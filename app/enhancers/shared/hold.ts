/** After that a page that was to come was stopped, of which a browser tells nobody. */
export const STOPPED_MS = 10_000;

/**
 * Keeps what was sent as it was: a text or a photo entered while the answer is on its way would be lost with the page
 * that may come, be it this answer's or that of the form sent without script. The button has the focus, and says
 * what one waits for. A page that is come back to as it was left is free again.
 *
 * @returns what ends it
 */
export function hold(form: HTMLElement, submitter: HTMLElement, waiting: string): () => void {
  // It may lie in a field, where Enter was pressed.
  submitter.focus();
  const held: HTMLElement[] = [];
  for (let part = submitter; part !== form; part = part.parentElement!) {
    for (const sibling of part.parentElement!.children as HTMLCollectionOf<HTMLElement>) {
      if (sibling === part || sibling.inert) continue;
      sibling.inert = true;
      held.push(sibling);
    }
  }
  const words = [...submitter.childNodes];
  submitter.setAttribute("aria-disabled", "true");
  submitter.replaceChildren(waiting);
  const free = () => {
    removeEventListener("pageshow", onShow);
    for (const part of held) part.inert = false;
    submitter.removeAttribute("aria-disabled");
    submitter.replaceChildren(...words);
  };
  // A first load tells of it as well, at its end: until then somebody may have pressed already.
  const onShow = (event: PageTransitionEvent) => event.persisted && free();
  addEventListener("pageshow", onShow);
  return free;
}
