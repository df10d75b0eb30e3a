/** After that a press sends it again: the page may have been stopped, of which a browser tells nobody. */
const PATIENCE_MS = 10_000;

/**
 * A form that is sent once: the pressed button says 'Envoi en cours…' and further presses do
 * nothing for a while. Coming back to the page (from the browser's cache) makes the form ready again.
 */
export default function submitOnce(form: HTMLElement): void {
  let restore: (() => void) | undefined;
  let heldUntil: number;

  form.onsubmit = ({ defaultPrevented, submitter: button, timeStamp }) => {
    // An island on the same form may handle the submission itself.
    if (defaultPrevented || !button) return;
    if (restore && timeStamp < heldUntil) return false;
    restore?.();
    heldUntil = timeStamp + PATIENCE_MS;
    const content = [...button.childNodes];
    restore = () => {
      button.replaceChildren(...content);
      button.removeAttribute("aria-disabled");
      restore = undefined;
    };
    button.innerHTML = '<i class="spinner"></i>Envoi en cours…';
    // Not `disabled`: that would lose the focus, and the button's value with it.
    button.setAttribute("aria-disabled", "true");
  };

  addEventListener("pageshow", (event) => event.persisted && restore?.());
}
