import { sizeText } from "../photo-files";

/** How often it is said aloud, in per cent. */
const STEP = 25;

/** Shows how far an upload has come; its button and Escape give it up. */
export function progressDialog(cancel: () => void) {
  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.setAttribute("aria-labelledby", "envoi");
  const panel = document.createElement("div");
  panel.className = "card panel";
  const title = document.createElement("h2");
  title.id = "envoi";
  title.tabIndex = -1;
  title.textContent = "Envoi des photos";
  const bar = document.createElement("progress");
  bar.className = "w-full";
  bar.setAttribute("aria-labelledby", "envoi");
  const shown = document.createElement("p");
  shown.textContent = "L’envoi commence…";
  const said = document.createElement("p");
  said.className = "sr-only";
  said.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn-secondary";
  button.textContent = "Annuler l’envoi";
  // The second press of a double one on the button that opened this may hit it.
  button.onclick = ({ detail }) => {
    if (detail < 2) cancel();
  };
  panel.append(title, bar, shown, said, button);
  dialog.append(panel);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  document.querySelector("main")!.append(dialog);
  dialog.showModal();
  // Not the button, where Enter pressed once too often would give up what it has just begun.
  title.focus();

  let next = STEP;
  return {
    /** @param loaded bytes of `total`; once all are sent, the server has yet to read them */
    show(loaded: number, total: number): void {
      if (loaded === total) {
        bar.removeAttribute("value");
        said.textContent = shown.textContent = "Photos envoyées, le site les prépare…";
        return;
      }
      const share = Math.floor((100 * loaded) / total);
      bar.max = total;
      bar.value = loaded;
      shown.textContent = `${sizeText(loaded)} sur ${sizeText(total)}`;
      if (share < next) return;
      said.textContent = `${share}\u00a0% des photos envoyées`;
      next = share - (share % STEP) + STEP;
    },
    close(): void {
      dialog.remove();
    },
  };
}
