import { Refusal } from "./refusal";
import type { Viewer } from "../session.server";

/**
 * The person behind a call whose payload may name its user: the session decides, the payload must
 * agree.
 *
 * @throws Refusal("login_required" | "forbidden")
 */
export function sameUser(viewer: Viewer | null, userId: string | undefined): Viewer {
  if (!viewer) throw new Refusal("login_required");
  if (userId !== undefined && userId !== viewer.id && !viewer.isAdmin)
    throw new Refusal("forbidden");
  return viewer;
}
