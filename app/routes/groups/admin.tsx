import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { LinksFunction } from "@remix-run/node";
import { confirmedUntil } from "~/admin/audit/actor.server";
import { isListPath } from "~/admin/lists/list-filters";
import { savedFilters } from "~/admin/lists/saved-filters.server";
import { OfficeLayout } from "~/admin/shell/components/office-layout";
import { readWaiting } from "~/admin/shell/read-waiting.server";
import { permissionsOf } from "~/platform/permissions";
import { pageLoader } from "~/platform/web/page-loader.server";
import style from "~/ui/styles/back-office.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: style }];

export const loader = pageLoader({ access: "office.read" }, async ({ viewer, request, now }) => {
  const { pathname } = new URL(request.url);
  return {
    name: `${viewer.name} ${viewer.lastname}`,
    role: viewer.adminRole ?? null,
    may: permissionsOf(viewer),
    isConfirmed: confirmedUntil(viewer, now) !== null,
    ...(await readWaiting(now)),
    savedFilters: isListPath(pathname) ? await savedFilters(viewer.id, pathname) : [],
  };
});

export default function Office() {
  const { name, role, waiting } = useLoaderData<typeof loader>();
  return (
    <OfficeLayout currentPath={useLocation().pathname} name={name} role={role} waiting={waiting}>
      <Outlet />
    </OfficeLayout>
  );
}
