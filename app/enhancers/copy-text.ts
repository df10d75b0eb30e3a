/** How long it says that it was copied, in milliseconds. */
const SAID_MS = 4_000;

/** A read-only field with a button after it that copies what is in it. `data-label` is what the button says. */
export default function copyText(element: HTMLElement): void {
  const field = element.querySelector("input");
  if (!field || !("clipboard" in navigator)) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn-secondary";
  button.textContent = element.dataset.label ?? "";
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  let timer: number | undefined;

  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(field.value).then(
      () => {
        said.textContent = "Adresse copiée.";
        clearTimeout(timer);
        timer = window.setTimeout(() => (said.textContent = ""), SAID_MS);
      },
      // Refused by the browser: what is selected can be copied by hand.
      () => field.select(),
    );
  });
  const row = document.createElement("p");
  row.className = "row";
  row.append(button, said);
  element.append(row);
}
