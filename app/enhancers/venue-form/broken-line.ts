import { showAbove } from "../shared/show-main";

/**
 * Says above a form that its photos did not arrive, as the server says what it refuses (`ui/error-summary`). Browsers tell
 * nobody whether the line broke, a file has gone since it was chosen, or the server closed on what was too much.
 */
export function showBroken(form: HTMLFormElement): void {
  const summary = document.createElement("div");
  summary.className = "error-summary";
  summary.setAttribute("role", "alert");
  summary.tabIndex = -1;
  summary.setAttribute("aria-labelledby", "titre-erreurs");
  summary.dataset.unread = "";
  const title = document.createElement("h2");
  title.id = "titre-erreurs";
  title.textContent = "Votre demande n’a pas abouti";
  const why = document.createElement("p");
  why.className = "mt-1.5";
  why.textContent =
    "L’envoi des photos s’est interrompu. Appuyez de nouveau sur le bouton\u00a0; si cela se répète, choisissez de nouveau " +
    "les photos, moins à la fois.";
  summary.append(title, why);
  showAbove(form, summary, `Erreur\u00a0: ${document.title.replace(/^Erreur\u00a0: /, "")}`);
}
