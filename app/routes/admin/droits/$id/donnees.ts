import { exportLoader } from "~/admin/lists/export-loader.server";
import { privacyFile } from "~/admin/privacy/privacy-file.server";
import { todayInParis } from "~/platform/days";
import { idParam } from "~/platform/web/fields";
import { privateFile } from "~/platform/web/private-file";

/** All that is kept of whoever asked and cannot log in to take it, to be handed over by other ways. */
export const loader = exportLoader(idParam, async ({ params, now }) =>
  privateFile(
    {
      name: `donnees-${todayInParis(now)}.json`,
      content: JSON.stringify(await privacyFile(params.id, now), null, 2),
    },
    "application/json; charset=utf-8",
  ),
);
