import { exportPersonalData } from "~/offboarding/export-personal-data.server";
import { todayInParis } from "~/platform/days";
import { pageLoader } from "~/platform/web/page-loader.server";

/** All that is known of the viewer, as a JSON file to keep. */
export const loader = pageLoader(
  { access: "member", limit: "data_export" },
  async ({ viewer, now }) =>
    new Response(JSON.stringify(await exportPersonalData(viewer.id, now), null, 2), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="mes-donnees-${todayInParis(now)}.json"`,
        "Cache-Control": "private, no-store",
      },
    }),
);
