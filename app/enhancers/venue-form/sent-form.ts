/** Whether files are chosen in a form. */
export function hasFiles(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<HTMLInputElement>("[type=file]")].some(
    ({ files }) => files !== null && files.length > 0,
  );
}

/** Sends a form as without script, its button's value with it: none of its listeners is asked. */
export function sendAsEver(form: HTMLFormElement, submitter: HTMLButtonElement | null): void {
  if (submitter?.name) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = submitter.name;
    field.value = submitter.value;
    form.append(field);
  }
  form.submit();
}
