import { json, type LinksFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { readOffice } from "~/admin/read-office.server";
import { OfficeError } from "~/admin/shell/components/office-error";
import { OfficeLayout } from "~/admin/shell/components/office-layout";
import { viewerMay } from "~/platform/permissions";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Refusal } from "~/platform/refusal";
import { errorPageName } from "~/ui/error-page";
import style from "~/ui/styles/back-office.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: style }];

export const meta = pageMeta(errorPageName(404), { isPrivate: true });

/** A path below /admin that no other route knows: who works there keeps the menu, and nobody else is told that there is one. */
export const loader = pageLoader({ access: "public" }, async ({ viewer, request, now }) => {
  if (!viewer || !viewerMay(viewer, "office.read")) throw new Refusal("not_found");
  const { pathname } = new URL(request.url);
  return json(await readOffice(viewer, { pathname, now }), { status: 404 });
});

export default function OfficeNotFound() {
  const { name, role, waiting, groups, current } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <OfficeLayout currentPath={pathname} {...{ name, role, waiting, groups, current }}>
      <OfficeError status={404} retryHref={pathname + search} />
    </OfficeLayout>
  );
}
