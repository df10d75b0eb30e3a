import { exportPersonalData } from "~/offboarding/export-personal-data.server";
import { todayInParis } from "~/platform/days";
import { fileLoader } from "~/platform/web/file-loader.server";
import { privateFile } from "~/platform/web/private-file";

/** All that is known of the viewer, as a JSON file to keep. */
export const loader = fileLoader(
  { access: "member", underView: false, limit: "data_export" },
  async ({ viewer, now }) =>
    privateFile(
      {
        name: `mes-donnees-${todayInParis(now)}.json`,
        content: JSON.stringify(await exportPersonalData(viewer.id, now), null, 2),
      },
      "application/json; charset=utf-8",
    ),
);
