/** The query of what the page shows: another one, come back to, is another page. */
let shown = location.search;
addEventListener("popstate", () => shown === location.search || location.reload());

/**
 * A form that is answered in its place on the page; what does so comes with the first press. Whatever fails there,
 * or does not come in time, the form is sent as without script.
 */
export default function inPlace(form: HTMLFormElement): void {
  // After that a page that comes by itself is the better answer.
  const patienceMs = 2_000;
  let isPlain: true | undefined;
  form.addEventListener(
    "submit",
    (event) => {
      const button = event.submitter as HTMLButtonElement | null;
      // Browsers that do not tell which button was pressed send the form themselves; what is held back stays.
      if (isPlain || !button || event.defaultPrevented) return;
      event.preventDefault();
      const sendPlain = () => {
        isPlain = true;
        button.click();
      };
      const impatient = setTimeout(sendPlain, patienceMs);
      import("./in-place/booking-card")
        .then<unknown>((card) => isPlain ?? card.default(form, button, impatient))
        .then(() => (shown = location.search))
        .catch(sendPlain);
    },
    // Before what says that the form is being sent.
    true,
  );
}
