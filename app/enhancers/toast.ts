const regionClass = "toast-region";

/** The corner of the window where toasts float; announced as they arrive. */
function toastRegion(): HTMLElement {
  const existing = document.querySelector<HTMLElement>(`.${regionClass}`);
  if (existing) return existing;
  const region = document.createElement("div");
  region.className = regionClass;
  region.setAttribute("aria-live", "polite");
  document.body.append(region);
  return region;
}

/**
 * Makes a banner float, with a close button. `data-duration` (ms) closes it by itself, counted
 * again from the start after each time that someone points at it or focuses something in it.
 */
export default function toast(element: HTMLElement): void {
  const duration = Number(element.dataset.duration);
  let timer: number | undefined;

  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    if (duration > 0) timer = window.setTimeout(() => element.remove(), duration);
  };

  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button";
  close.setAttribute("aria-label", "Fermer");
  close.textContent = "×";
  close.addEventListener("click", () => {
    stop();
    element.remove();
  });
  element.append(close);

  element.addEventListener("pointerenter", stop);
  element.addEventListener("focusin", stop);
  element.addEventListener("pointerleave", start);
  element.addEventListener("focusout", start);

  toastRegion().append(element);
  start();
}
