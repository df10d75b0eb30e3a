/** A `details` menu that a choice, Escape, a press outside or focus elsewhere also closes. */
export default function menu(details: HTMLDetailsElement): void {
  const close = () => (details.open = false);
  // A choice may lead to this very page, and Back to it as it was left.
  details.onclick = ({ target }) => (target as Element).closest("a") && close();
  details.onkeydown = ({ key }) => {
    if (key !== "Escape" || !details.open) return;
    close();
    details.querySelector("summary")!.focus();
  };
  for (const type of ["pointerdown", "focusin"]) {
    document.addEventListener(type, ({ target }) => details.contains(target as Node) || close());
  }
}
