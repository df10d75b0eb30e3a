import { askPublish } from "./venue-form/ask-publish";
import { sendPhotos } from "./venue-form/send-photos";
import { hasFiles, sendAsEver } from "./venue-form/sent-form";

/**
 * The form of a venue: its photos go first, with their progress, and 'Publier' asks in a dialog over the form
 * instead of on a page of its own. Whatever fails, the form is sent as ever.
 */
export default function venueForm(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  let isAsking = false;
  form.addEventListener(
    "submit",
    (event) => {
      const submitter = event.submitter as HTMLButtonElement | null;
      const hasPhotos = hasFiles(form);
      if (!hasPhotos && submitter?.value !== "review") return;
      event.preventDefault();
      if (hasPhotos) {
        sendPhotos(form, submitter);
      } else if (submitter && !isAsking) {
        isAsking = true;
        askPublish(form, submitter)
          .catch(() => sendAsEver(form, submitter))
          .finally(() => (isAsking = false));
      }
    },
    // Before what says that the form is being sent.
    true,
  );
}
