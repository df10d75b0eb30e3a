import type { Viewer } from "~/platform/viewer.server";
import { permissionsOf } from "~/platform/permissions";
import { OFFICE_MENU } from "./office.server";
import { entryOf, menuFor } from "./shell/components/menu";
import { readWaiting } from "./shell/read-waiting.server";

/** What stands around every page of the back-office: who is at work, what they may do, the menu as they see it, what waits. */
export async function readOffice(
  viewer: Viewer,
  { pathname, now }: { pathname: string; now: Date },
) {
  const may = permissionsOf(viewer);
  return {
    name: `${viewer.name} ${viewer.lastname}`,
    role: viewer.adminRole ?? null,
    may,
    groups: menuFor(OFFICE_MENU, (permission) => may.includes(permission)),
    current: entryOf(pathname, OFFICE_MENU) ?? null,
    ...(await readWaiting(now)),
  };
}
