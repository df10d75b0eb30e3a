import { useRouteLoaderData } from "@remix-run/react";
import type { Permission } from "~/platform/permissions";

/** What the back-office's layout tells its pages about who is at work. */
interface Office {
  may: readonly Permission[];
  /** Whether they have just given their password again. */
  isConfirmed: boolean;
}

function useOffice(): Office {
  const office = useRouteLoaderData<Office>("routes/groups/admin");
  if (!office) throw new Error("Outside of the back-office");
  return office;
}

/** Whether who is at work may do something: what they may not is not shown. The calls ask for themselves. */
export function useMay(): (permission: Permission) => boolean {
  const { may } = useOffice();
  return (permission) => may.includes(permission);
}

/** Whether a form need not ask for the password again. */
export function useIsConfirmed(): boolean {
  return useOffice().isConfirmed;
}
