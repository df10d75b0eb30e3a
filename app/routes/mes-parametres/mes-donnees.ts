import { exportPersonalData } from "~/offboarding/export-personal-data.server";
import { todayInParis } from "~/platform/days";
import { fileLoader } from "~/platform/web/file-loader.server";
import { privateJson } from "~/platform/web/private-json.server";

/** All that is known of the viewer, as a JSON file to keep. */
export const loader = fileLoader(
  { access: "verified", limit: "data_export" },
  async ({ viewer, now, request }) =>
    privateJson(
      `mes-donnees-${todayInParis(now)}.json`,
      await exportPersonalData(viewer.id, now),
      request,
    ),
);
