import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { LinksFunction } from "@remix-run/node";
import { OfficeLayout } from "~/admin/shell/components/office-layout";
import { readWaiting } from "~/admin/shell/read-waiting.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import style from "~/ui/styles/back-office.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: style }];

export const loader = pageLoader({ access: "admin" }, async ({ viewer }) => ({
  name: `${viewer.name} ${viewer.lastname}`,
  waiting: await readWaiting(),
}));

export default function Office() {
  const { name, waiting } = useLoaderData<typeof loader>();
  return (
    <OfficeLayout currentPath={useLocation().pathname} name={name} waiting={waiting}>
      <Outlet />
    </OfficeLayout>
  );
}
