/** A `details` menu that Escape, a press outside or focus elsewhere also closes. */
export default function menu(element: HTMLElement): void {
  const details = element as HTMLDetailsElement;

  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });

  const closeFromOutside = (event: Event) => {
    if (!details.contains(event.target as Node)) details.open = false;
  };
  document.addEventListener("pointerdown", closeFromOutside);
  document.addEventListener("focusin", closeFromOutside);
}
