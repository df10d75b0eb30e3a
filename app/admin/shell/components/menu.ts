import type { Permission } from "~/platform/permissions";
import type { IconName } from "~/ui/icons";
import type { Waiting } from "../read-waiting.server";

/** The back-office's menu; what stands in it is said by app/admin/office.server.ts. */

export interface OfficeEntry {
  href: string;
  label: string;
  icon: IconName;
  waiting?: keyof Waiting;
  /** What else it leads to, where that lies elsewhere. */
  under?: readonly string[];
  /** What it takes to see it; absent: what every administrator may. */
  needs?: Permission;
}

export interface OfficeGroup {
  /** Absent: the group at the top has none. */
  title?: string;
  entries: readonly OfficeEntry[];
}

/** A menu as somebody sees it who may do what `may` says. */
export function menuFor(
  groups: readonly OfficeGroup[],
  may: (permission: Permission) => boolean,
): OfficeGroup[] {
  return groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ needs }) => needs === undefined || may(needs)),
  }));
}

const DASHBOARD = "/admin";

/** The entry that a path belongs to: the deepest that it lies under. All lies under the dashboard, which has nothing of its own. */
export function entryOf(path: string, menu: readonly OfficeGroup[]): OfficeEntry | undefined {
  return menu
    .flatMap(({ entries }) => entries)
    .filter(({ href, under = [] }) => {
      const isUnder = (one: string) => one !== DASHBOARD && path.startsWith(`${one}/`);
      return path === href || [href, ...under].some(isUnder);
    })
    .sort((a, b) => b.href.length - a.href.length)[0];
}
