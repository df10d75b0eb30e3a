import { useRouteLoaderData } from "@remix-run/react";
import type { Permission } from "~/platform/permissions";

/** What the back-office's layout tells its pages about who is at work. */
interface Office {
  may: readonly Permission[];
}

/** Whether who is at work may do something: what they may not is not shown. The calls ask for themselves. */
export function useMay(): (permission: Permission) => boolean {
  const office = useRouteLoaderData<Office>("routes/groups/admin");
  if (!office) throw new Error("useMay outside of the back-office");
  return (permission) => office.may.includes(permission);
}
