import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { privacyFile } from "~/admin/privacy/privacy-file.server";
import { todayInParis } from "~/platform/days";
import { idParam } from "~/platform/web/fields";
import { privateJson } from "~/platform/web/private-json.server";

/**
 * All that is kept of whoever asked and cannot log in to take it, to be handed over by other ways: a look at it, as that at the
 * request's own page.
 */
export const loader = exportLoader(
  { access: "office.read", params: idParam },
  async ({ params, now, request }) =>
    privateJson(`donnees-${todayInParis(now)}.json`, await privacyFile(params.id, now), request),
  (page, transaction) =>
    recordAccess(actorOf(page), "privacy", page.params.id, page.now, transaction),
);
