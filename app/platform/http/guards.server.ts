import { redirect } from "@remix-run/node";
import { refusalMessage } from "../refusal";
import type { RequestSession } from "../session.server";
import { afterCookieCheck, LOGIN } from "../web/cookies-kept";
import { onTheWayTo } from "../web/safe-path";
import { redirectWithToast } from "../web/toast.server";
import { pageOf } from "./file-pages";

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

/** Told on the way to what a form's sender has to do first, or of what they are not. */
const UNPROVED = "Rien n’a été enregistré. Vérifiez d’abord votre adresse e-mail.";
const TERMS_ASKED = "Rien n’a été enregistré. Acceptez d’abord nos conditions.";
const SECOND_STEP = `Rien n’a été enregistré. ${refusalMessage("second_factor_required")}`;
const NO_OFFICE = "Rien n’a été enregistré\u00a0: ce compte n’a pas accès à l’administration.";

/** Told to who sends a guest's form after a login in another window: true also of a login pressed twice. */
const NO_GUEST = "Vous êtes déjà connecté(e)\u00a0: rien d’autre n’a été enregistré.";

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
    return await lead(wayTo("/voir-comme", request), request, refusalMessage("view_only"));
  }
  if (group === "guest") return viewer?.isVerified ? await toHome(request) : null;
  if (!viewer) return await toLogin(request);
  if (!viewer.isVerified) return await lead("/verification-email", request, UNPROVED);
  if (viewer.asksTerms && !BEFORE_TERMS.includes(pathOf(request)))
    return await lead(wayTo("/conditions", request), request, TERMS_ASKED);
  if (group === "admin" && !viewer.isAdmin) return await lead("/", request, NO_OFFICE);
  if (group === "admin" && !viewer.secondFactorAt)
    return await lead(wayTo("/seconde-etape", request), request, SECOND_STEP);
  return null;
}

/** Leads on; who sent a form, which is not read (decisions/016), is told that nothing came of it. */
async function lead(
  to: string,
  { method }: { method: string },
  message: string,
): Promise<Response> {
  if (method !== "POST") return redirect(to, 303);
  return await redirectWithToast(to, { type: "error", message });
}

/** Home, which nobody who is logged in leaves for a guest's page; or on, where a login has just led here. */
async function toHome(request: { method: string; url: string }): Promise<Response> {
  const on = pathOf(request) === LOGIN && afterCookieCheck(queryOf(request));
  if (on && request.method !== "POST") return redirect(on, 303);
  if (!request.url.startsWith("/reinitialisation-mot-de-passe/"))
    return await lead("/", request, NO_GUEST);
  return await redirectWithToast("/", { type: "error", message: LOGGED_IN });
}

/** The login, and back. */
async function toLogin(request: { method: string; url: string }): Promise<Response> {
  const message = ENDING_SESSIONS.includes(pathOf(request)) ? PERHAPS_DONE : NOTHING_SAVED;
  return await lead(wayTo(LOGIN, request), request, message);
}

const pathOf = ({ url }: { url: string }) => url.split("?")[0]!;
const queryOf = ({ url }: { url: string }) =>
  new URLSearchParams(url.slice(pathOf({ url }).length));

/**
 * A page on the way, remembering the page wanted (`vers`): a form stands at the address that it is sent to, and a file is
 * offered by a page.
 */
function wayTo(path: string, { url }: { url: string }): string {
  return onTheWayTo(pageOf(url), path);
}
