/**
 * Brings people to what went wrong: focuses the summary that the server rendered, unless they have gone
 * on to a field while the script was under way.
 */
export default function errorSummary(element: HTMLElement): void {
  const { activeElement, body } = element.ownerDocument;
  if (activeElement === null || activeElement === body) element.focus();
}
