/** Brings people to what went wrong: focuses the summary that the server rendered. */
export default function errorSummary(element: HTMLElement): void {
  element.focus();
}
