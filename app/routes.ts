import { layout, route, type RouteConfig, type RouteConfigEntry } from "@remix-run/route-config";

/**
 * Every URL of the product. The group a page stands in is its guard (app/platform/guards.server.ts),
 * applied before any loader or action; the /api paths say their own access (apiAction).
 */
const guest = (children: RouteConfigEntry[]) => layout("routes/groups/guest.tsx", children);
const member = (children: RouteConfigEntry[]) => layout("routes/groups/member.tsx", children);

void guest;
void member;
export default [route("*", "routes/not-found.tsx")] satisfies RouteConfig;
