import type { Params } from "~/platform/web/call.server";
import { pageLoader, type PageCall } from "~/platform/web/page-loader.server";
import { confirmedUntil } from "../audit/actor.server";

const CONFIRMATION = "/admin/confirmation";

/** The loader of a list's file: for who may export, and has just given their password again. */
export function exportLoader<P extends Params>(
  params: P,
  load: (page: PageCall<"lists.export", P>) => Response,
) {
  return pageLoader({ access: "lists.export", params }, (page) => {
    if (confirmedUntil(page.viewer, page.now)) return load(page);
    const { pathname, search } = new URL(page.request.url);
    const location = `${CONFIRMATION}?vers=${encodeURIComponent(pathname + search)}`;
    return new Response(null, { status: 303, headers: { Location: location } });
  });
}
