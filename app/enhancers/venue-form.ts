import { askPublish } from "./venue-form/ask-publish";
import { sendPhotos } from "./venue-form/send-photos";

/**
 * The form of a venue: its photos go first, with their progress, and 'Publier' asks in a dialog over the form
 * instead of on a page of its own. Whatever else fails than the line, the form is sent as without script.
 */
export default function venueForm(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  let isBusy = false;
  let isPlain = false;
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) isBusy = isPlain = false;
  });
  form.addEventListener(
    "submit",
    (event) => {
      // Browsers that do not tell which button was pressed send the form themselves.
      if (isPlain || !event.submitter) return;
      const submitter = seenButton(form, event.submitter as HTMLButtonElement);
      const hasPhotos = hasFiles(form);
      if (!hasPhotos && submitter.value !== "review") return;
      event.preventDefault();
      if (isBusy) return;
      isBusy = true;
      (hasPhotos ? sendPhotos(form, submitter) : askPublish(form, submitter))
        .then((goesOn) => {
          isBusy = false;
          if (goesOn) submitter.click();
        })
        .catch(() => {
          isPlain = true;
          submitter.click();
        });
    },
    // Before what says that the form is being sent.
    true,
  );
}

/** The button that Enter in a field stands for: it is what says that one waits, and has the focus after that. */
function seenButton(form: HTMLFormElement, pressed: HTMLButtonElement): HTMLButtonElement {
  if (!pressed.hasAttribute("aria-hidden")) return pressed;
  return form.querySelector<HTMLButtonElement>(`[value="${pressed.value}"]:not([aria-hidden])`)!;
}

function hasFiles(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<HTMLInputElement>("[type=file]")].some(
    ({ files }) => files !== null && files.length > 0,
  );
}
