import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { LinksFunction } from "@remix-run/node";
import { confirmedUntil } from "~/admin/audit/actor.server";
import { savedFilters } from "~/admin/lists/saved-filters.server";
import { LISTS, OFFICE_MENU } from "~/admin/office.server";
import { OfficeLayout } from "~/admin/shell/components/office-layout";
import { entryOf, menuFor } from "~/admin/shell/components/menu";
import { readWaiting } from "~/admin/shell/read-waiting.server";
import { permissionsOf } from "~/platform/permissions";
import { pageLoader } from "~/platform/web/page-loader.server";
import style from "~/ui/styles/back-office.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: style }];

export const loader = pageLoader({ access: "office.read" }, async ({ viewer, request, now }) => {
  const { pathname } = new URL(request.url);
  const may = permissionsOf(viewer);
  return {
    name: `${viewer.name} ${viewer.lastname}`,
    role: viewer.adminRole ?? null,
    may,
    groups: menuFor(OFFICE_MENU, (permission) => may.includes(permission)),
    current: entryOf(pathname, OFFICE_MENU) ?? null,
    isConfirmed: confirmedUntil(viewer, now) !== null,
    ...(await readWaiting(now)),
    savedFilters: Object.hasOwn(LISTS, pathname) ? await savedFilters(viewer.id, pathname) : [],
  };
});

export default function Office() {
  const { name, role, waiting, groups, current } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <OfficeLayout currentPath={pathname} {...{ name, role, waiting, groups, current }}>
      <Outlet />
    </OfficeLayout>
  );
}
