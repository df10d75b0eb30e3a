import { OfficeError } from "~/admin/shell/components/office-error";
import { usePageFailure } from "~/platform/web/page-failure";

export { Outlet as default } from "@remix-run/react";

/**
 * Every failure of a page of the back-office, beside the menu. Here and not in the group, whose loader is not run for a
 * failure that it shows itself after a form (routes/page.tsx).
 */
export function ErrorBoundary() {
  return <OfficeError {...usePageFailure()} />;
}
