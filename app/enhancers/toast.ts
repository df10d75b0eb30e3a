/** How many toasts are kept in one place; the oldest give way. */
const LIMIT = 20;
/** How long what was said can still be found in the page after it has been taken away. */
const REMOVAL_DELAY_MS = 1_000;

const TOAST = "[data-enhance~=toast]";

/**
 * A toast with a close button, which Escape presses too. `data-duration` (ms) closes it by itself, counted
 * again from the start after each time that someone points at it or is in it. What closes by itself leaves
 * its room empty, so that nothing moves under a finger; what someone closes gives it up.
 */
export default function toast(element: HTMLElement): void {
  const place = element.parentElement;
  // One of too many, gone already.
  if (!place) return;
  const duration = Number(element.dataset.duration);
  let timer: number | undefined;

  const leave = () => {
    clearTimeout(timer);
    element.classList.add("toast-leaving");
    setTimeout(() => element.remove(), REMOVAL_DELAY_MS);
  };
  const start = () => {
    clearTimeout(timer);
    if (duration > 0 && !element.matches(":hover, :focus-within")) {
      timer = window.setTimeout(() => {
        place.style.minHeight = `${place.getBoundingClientRect().height}px`;
        leave();
      }, duration);
    }
  };
  for (const event of ["pointerenter", "pointerleave", "focusin", "focusout"]) {
    element.addEventListener(event, start);
  }

  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button";
  close.setAttribute("aria-label", "Fermer");
  close.textContent = "×";
  close.onclick = () => {
    // Or the keyboard would start again from the top of the page.
    if (element.matches(":focus-within")) {
      document.querySelector("main")?.focus({ preventScroll: true });
    }
    element.style.display = "none";
    place.style.minHeight = "";
    leave();
  };
  element.onkeydown = ({ key }) => {
    if (key === "Escape") close.click();
  };
  element.append(close);

  // What is there from the start is announced by none: it has to come.
  place.insertBefore(element, element.nextSibling);
  const kept = [...place.children].filter((child) => child.matches(`${TOAST}:not(.toast-leaving)`));
  for (const oldest of kept.slice(0, -LIMIT)) oldest.remove();
  start();
}

/** Shows what a template of the page says, beside it. @returns the toast */
export function raise(template: HTMLTemplateElement): HTMLElement {
  const element = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  template.parentElement!.append(element);
  toast(element);
  return element;
}
