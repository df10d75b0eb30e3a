import { redirect } from "@remix-run/node";
import { pageLoader } from "~/platform/web/page-loader.server";

/** /user-c, /master and /master-c: the pages that they name are under /admin/create-account. */
export const loader = pageLoader({ access: "people.create" }, ({ request }) =>
  redirect(`/admin/create-account${new URL(request.url).pathname.replace(/\/+$/, "")}`, 301),
);
