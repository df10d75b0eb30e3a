/**
 * Closes a dialog at a press beside what it holds, which hits the dialog itself. One that selects text in there may
 * end, or begin, out there, and is no such press though the browser says it is. As at Escape, what listens to `cancel`
 * may keep it open.
 */
export function closeBeside(dialog: HTMLDialogElement): void {
  let isBeside = false;
  dialog.addEventListener("mousedown", ({ target }) => (isBeside = target === dialog));
  dialog.addEventListener("mouseup", ({ target }) => (isBeside &&= target === dialog));
  dialog.addEventListener("click", ({ target, detail }) => {
    // The second press of a double one, on what opened it, answers nothing.
    if (!isBeside || target !== dialog || detail > 1) return;
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
  });
}
