import { showAbove } from "../shared/show-main";

/** Says above a form that its photos did not arrive, as the server says what it refuses (`ui/error-summary`). */
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
    "La connexion s’est interrompue pendant l’envoi des photos. Elles sont toujours choisies\u00a0: " +
    "appuyez de nouveau sur le bouton pour les envoyer.";
  summary.append(title, why);
  showAbove(form, summary, `Erreur\u00a0: ${document.title.replace(/^Erreur\u00a0: /, "")}`);
}
