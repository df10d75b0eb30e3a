import type { ClientSession } from "mongoose";
import { inTransaction } from "~/platform/database.server";
import { rolesText, viewerMay, type Permission } from "~/platform/permissions";
import { Refusal } from "~/platform/refusal";
import type { Params } from "~/platform/web/call.server";
import { searchText } from "~/platform/web/fields";
import { fileLoader } from "~/platform/web/file-loader.server";
import type { PageCall } from "~/platform/web/page-loader.server";
import { actorOf, confirmedUntil, mayAct } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";

const CONFIRMATION = "/admin/confirmation";

interface Exported<P extends Params> {
  /** Who may see the page that it is the file of: a file is for nobody else. */
  access: Permission;
  params: P;
}

/**
 * The loader of a list's file, or of somebody's data: for who may see its page and export, and has just given their password
 * again. Each file is written into the audit log before its first row.
 *
 * @param noting what else is written with that, as of a file about one person
 */
export function exportLoader<P extends Params>(
  { access, params }: Exported<P>,
  load: (page: PageCall<"lists.export", P>) => Response | Promise<Response>,
  noting?: (page: PageCall<"lists.export", P>, transaction: ClientSession) => Promise<void>,
) {
  return fileLoader({ access: "lists.export", params }, async (page) => {
    if (!viewerMay(page.viewer, access))
      throw new Refusal("role_required", { limit: rolesText(access) });
    const { pathname, search, searchParams } = new URL(page.request.url);
    if (!confirmedUntil(page.viewer, page.now)) {
      const location = `${CONFIRMATION}?vers=${encodeURIComponent(pathname + search)}`;
      return new Response(null, { status: 303, headers: { Location: location } });
    }
    const after = filtersText(params, page.params, searchParams);
    const actor = actorOf(page);
    await inTransaction(async (transaction) => {
      await recordAct(
        {
          actor,
          act: "list.export",
          target: pathname,
          ...(after && { after }),
          at: page.now,
        },
        transaction,
      );
      await noting?.(page, transaction);
      for (const needed of [access, "lists.export"] as const)
        await mayAct(actor, needed, transaction);
    });
    return load(page);
  });
}

/**
 * The filters of a file for the log, as they were read: 'date=2026-11-22, q'. What somebody typed into a search is left out,
 * since it may name a person whose data is to be erased one day, and the log is for good; so is what no filter made of it.
 */
function filtersText(
  { shape }: Params,
  inForce: Record<string, unknown>,
  asked: URLSearchParams,
): string {
  return Object.entries(shape)
    .filter(([name]) => asked.has(name) && inForce[name] !== "")
    .map(([name, field]) => (field === searchText ? name : `${name}=${String(inForce[name])}`))
    .join(", ");
}
