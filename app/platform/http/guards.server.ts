import { redirect } from "@remix-run/node";
import type { RequestSession } from "../session.server";
import { redirectWithToast } from "../web/toast.server";

/** The groups of app/routes.ts; a URL belongs to one, and that is its guard. */
export type Group = "public" | "guest" | "member" | "admin";

/** Told to who sends a form after their session ended: elsewhere, by another password, or by its time. */
const NOTHING_SAVED =
  "Vous n’êtes plus connecté(e)\u00a0: rien n’a été enregistré. Connectez-vous pour reprendre.";

/**
 * Pages whose own act ends the session that it was sent with, or puts another in its place: of a form pressed twice the
 * second finds none, and the first was done.
 */
const ENDING_SESSIONS = [
  "/mes-parametres/e-mail",
  "/mes-parametres/mot-de-passe",
  "/mes-parametres/desactiver",
  "/mes-parametres/sessions",
  "/seconde-etape",
];

/** Told there instead: nobody knows whether it was the first press, of a session that had ended, or the second. */
const PERHAPS_DONE =
  "Vous n’êtes plus connecté(e). Si vous avez appuyé deux fois, le premier envoi a peut-être été pris en compte\u00a0; sinon, rien n’a été enregistré. Connectez-vous pour le vérifier.";

/** Told to who opens the link of a mail where they are logged in: it would seem to lead nowhere. */
const LOGGED_IN =
  "Vous êtes connecté(e)\u00a0: déconnectez-vous, puis ouvrez de nouveau le lien pour choisir un mot de passe.";

/**
 * Members' pages that ask for no conditions to be accepted: who does not agree to them may leave, and has a right to their
 * data (access `verified`).
 */
const BEFORE_TERMS = ["/mes-parametres/desactiver", "/mes-parametres/mes-donnees"];

/**
 * Who may open which group, and where the others go (accounts-and-administration.md, section 2).
 * Applied before any loader or action runs.
 *
 * @returns the redirection, or null when the visitor may pass.
 */
export async function guard(
  group: Group,
  session: RequestSession,
  request: { method: string; url: string },
): Promise<Response | null> {
  if (group === "public") return null;
  const viewer = await session.viewer();
  // The office is left open behind a view: its pages lead to where the view is ended, and on from there.
  if (group === "admin" && (await session.view())) {
    return redirect(wayTo("/voir-comme", request), 303);
  }
  if (group === "guest") return viewer?.isVerified ? await toHome(request) : null;
  if (!viewer) return await toLogin(request);
  if (!viewer.isVerified) return redirect("/verification-email", 303);
  if (viewer.asksTerms && !BEFORE_TERMS.includes(pathOf(request)))
    return redirect(wayTo("/conditions", request), 303);
  if (group === "admin" && !viewer.isAdmin) return redirect("/", 303);
  if (group === "admin" && !viewer.secondFactorAt)
    return redirect(wayTo("/seconde-etape", request), 303);
  return null;
}

/** Home, which nobody who is logged in leaves for a guest's page. */
async function toHome({ url }: { url: string }): Promise<Response> {
  if (!url.startsWith("/reinitialisation-mot-de-passe/")) return redirect("/", 303);
  return await redirectWithToast("/", { type: "error", message: LOGGED_IN });
}

/** The login, and back. A form is not read (decisions/016), so what it said is gone: that is told. */
async function toLogin(request: { method: string; url: string }): Promise<Response> {
  const way = wayTo("/connexion", request);
  if (request.method !== "POST") return redirect(way, 303);
  const message = ENDING_SESSIONS.includes(pathOf(request)) ? PERHAPS_DONE : NOTHING_SAVED;
  return await redirectWithToast(way, { type: "error", message });
}

const pathOf = ({ url }: { url: string }) => url.split("?")[0]!;

/** A page on the way, remembering the page wanted (`vers`): a form stands at the address that it is sent to. */
function wayTo(path: string, { url }: { url: string }): string {
  return url === "/" ? path : `${path}?vers=${encodeURIComponent(url)}`;
}
