/**
 * A form that is answered in its place on the page; what does so comes with the first press. Whatever fails there,
 * the form is sent as without script.
 */
export default function inPlace(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  let isPlain = false;
  form.addEventListener(
    "submit",
    (event) => {
      if (isPlain) return;
      event.preventDefault();
      const { submitter } = event;
      import("./in-place/booking-card")
        .then((card) => card.default(form, submitter as HTMLButtonElement | null))
        .catch(() => {
          isPlain = true;
          form.requestSubmit(submitter);
        });
    },
    // Before what says that the form is being sent.
    true,
  );
}
