/**
 * A form that is sent once: the pressed button says 'Envoi en cours…' and further presses do
 * nothing. Coming back to the page (from the browser's cache) makes the form ready again.
 */
export default function submitOnce(form: HTMLElement): void {
  let restore: (() => void) | undefined;

  form.addEventListener("submit", (event) => {
    if (restore) {
      event.preventDefault();
      return;
    }
    // An island on the same form may handle the submission itself.
    if (event.defaultPrevented) return;
    const button = event.submitter;
    const content = button ? [...button.childNodes] : [];
    restore = () => {
      button?.replaceChildren(...content);
      button?.removeAttribute("aria-disabled");
      restore = undefined;
    };
    if (!button) return;
    const spinner = document.createElement("span");
    spinner.className = "spinner";
    button.replaceChildren(spinner, "Envoi en cours…");
    // Not `disabled`: that would lose the focus, and the button's value with it.
    button.setAttribute("aria-disabled", "true");
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted) restore?.();
  });
}
