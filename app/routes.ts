import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@remix-run/route-config";

/**
 * Every URL of the product. The group a page stands in is its guard (app/platform/guards.server.ts),
 * applied before any loader or action; the /api paths say their own access (apiAction).
 */
const guest = (children: RouteConfigEntry[]) => layout("routes/groups/guest.tsx", children);

export default [
  index("routes/home.tsx"),
  route("reservation", "routes/reservation/index.tsx"),
  route("images/:id/:file", "routes/images.ts"),
  route("deconnexion", "routes/deconnexion.tsx"),
  guest([route("connexion", "routes/connexion.tsx")]),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
