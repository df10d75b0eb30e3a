import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { LinksFunction } from "@remix-run/node";
import { confirmedUntil } from "~/admin/audit/actor.server";
import { savedFilters } from "~/admin/lists/saved-filters.server";
import { LISTS } from "~/admin/office.server";
import { readOffice } from "~/admin/read-office.server";
import { OfficeLayout } from "~/admin/shell/components/office-layout";
import { pageLoader } from "~/platform/web/page-loader.server";
import style from "~/ui/styles/back-office.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: style }];

export const loader = pageLoader({ access: "office.read" }, async ({ viewer, request, now }) => {
  const { pathname } = new URL(request.url);
  return {
    ...(await readOffice(viewer, { pathname, now })),
    isConfirmed: confirmedUntil(viewer, now) !== null,
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
