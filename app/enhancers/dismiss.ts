/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 4_000;

/** What waits on this page for a yes to cookies of others: its provider's code comes with the page. */
const WAITING = "[data-props*='\"accepted\":false']";

/**
 * The form of a banner above the page, whose answer takes the banner away and leaves the page with all that is typed there;
 * what does so comes with the first press. A yes that something on the page waits for is sent as without script, and so is
 * whatever fails.
 */
export default function dismiss(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  let isBusy = false;
  let isPlain = false;
  form.onsubmit = ({ submitter }) => {
    const button = submitter as HTMLButtonElement | null;
    // Browsers that do not tell which button was pressed send the form themselves.
    if (isPlain || !button) return;
    if (button.value === "all" && document.querySelector(WAITING)) return;
    if (isBusy) return false;
    isBusy = true;
    // What is pressed meanwhile and leaves the page is what counts then.
    let hasLeft = false;
    const leave = () => void (hasLeft = true);
    addEventListener("beforeunload", leave);
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
    Promise.race([import("./dismiss/put-away"), late])
      .then(({ default: putAway }) => putAway(form, button))
      .catch(() => {
        if (hasLeft) return;
        isPlain = true;
        button.click();
      })
      .finally(() => {
        removeEventListener("beforeunload", leave);
        isBusy = false;
      });
    return false;
  };
}
