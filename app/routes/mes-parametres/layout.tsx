import { Outlet, useLoaderData } from "@remix-run/react";
import { SettingsLayout } from "~/accounts/components/settings-layout";
import { requireViewer } from "~/platform/web/context.server";
import { pageLoader } from "~/platform/web/form-action.server";

export const loader = pageLoader(async ({ context }) => {
  const { spondorshipCode } = await requireViewer(context);
  return { isMaster: spondorshipCode !== undefined };
});

export default function Settings() {
  return (
    <SettingsLayout isMaster={useLoaderData<typeof loader>().isMaster}>
      <Outlet />
    </SettingsLayout>
  );
}
