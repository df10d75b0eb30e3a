import { Refusal } from "~/platform/web/refusal";
import type { Viewer } from "~/platform/session.server";

const ID_SHAPE = /^[0-9a-f]{24}$/i;

/**
 * The account that an /api call is about: the caller's own, or the one it names when that is the
 * caller's or the caller is an administrator.
 *
 * @throws Refusal("not_found") for what is no id, Refusal("forbidden")
 */
export function allowedUserId(viewer: Pick<Viewer, "id" | "isAdmin">, named?: string): string {
  if (named === undefined || named === viewer.id) return viewer.id;
  if (!ID_SHAPE.test(named)) throw new Refusal("not_found");
  if (!viewer.isAdmin) throw new Refusal("forbidden");
  return named;
}
