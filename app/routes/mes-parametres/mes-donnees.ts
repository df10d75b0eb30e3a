import { exportPersonalData } from "~/offboarding/export-personal-data.server";
import { requireViewer } from "~/platform/web/context.server";
import { todayInParis } from "~/platform/days";
import { pageLoader } from "~/platform/web/form-action.server";
import { limit } from "~/platform/web/rate-limit.server";

/** All that is known of the viewer, as a JSON file to keep. */
export const loader = pageLoader(async ({ context }) => {
  const { id } = await requireViewer(context);
  await limit("data_export", id);
  const now = new Date();
  return new Response(JSON.stringify(await exportPersonalData(id, now), null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="mes-donnees-${todayInParis(now)}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
});
