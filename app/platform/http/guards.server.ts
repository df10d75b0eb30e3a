import { redirect } from "@remix-run/node";
import type { RequestSession } from "../session.server";

/** The groups of app/routes.ts; a URL belongs to one, and that is its guard. */
export type Group = "public" | "guest" | "member" | "admin";

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
  if (group === "guest") return viewer?.isVerified ? redirect("/", 303) : null;
  if (!viewer) return redirect(wayTo("/connexion", request), 303);
  if (!viewer.isVerified) return redirect("/verification-email", 303);
  if (group === "admin" && !viewer.isAdmin) return redirect("/", 303);
  if (group === "admin" && !viewer.secondFactorAt)
    return redirect(wayTo("/seconde-etape", request), 303);
  return null;
}

/** A page on the way, remembering the page wanted (`vers`) when it was one that one can come back to. */
function wayTo(path: string, request: { method: string; url: string }): string {
  if (request.method !== "GET" || request.url === "/") return path;
  return `${path}?vers=${encodeURIComponent(request.url)}`;
}
