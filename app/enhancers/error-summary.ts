/**
 * Brings people to what went wrong: focuses the summary that the server rendered, unless they have gone
 * on to a field while the script was under way. A link to a field that a control stands in place of leads to that.
 */
export default function errorSummary(element: HTMLElement): void {
  const { activeElement, body } = element.ownerDocument;
  if (activeElement === null || activeElement === body) element.focus();
  element.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const plain = link && document.getElementById(link.hash.slice(1))?.closest("[data-plain]");
    if (!(plain instanceof HTMLElement && plain.hidden)) return;
    event.preventDefault();
    plain.parentElement!.querySelector<HTMLElement>("[data-control] input")?.focus();
  });
}
