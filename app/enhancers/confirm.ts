/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 4_000;

/**
 * A question that is asked over the page instead of on a page of its own; what shows it comes with the first
 * press. A press that asks for a new tab or window still gets it.
 */
export default function confirm(element: HTMLElement): void {
  const link = element as HTMLAnchorElement;
  let isAsked = false;
  link.onclick = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (isAsked) return;
    isAsked = true;
    // Its own until something else is pressed, be it what leaves the page: that is what counts then.
    const end = () => void (onbeforeunload = null);
    const isWanted = () => onbeforeunload === end;
    onbeforeunload = end;
    try {
      const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
      const { default: ask } = await Promise.race([import("./confirm/dialog"), late]);
      await ask(link, isWanted);
    } catch {
      // Without that code in time, or the question, its own page.
      if (isWanted()) location.assign(link.href);
    }
    if (isWanted()) end();
    isAsked = false;
  };
}
