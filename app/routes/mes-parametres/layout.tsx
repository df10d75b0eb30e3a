import { Outlet, useLoaderData } from "@remix-run/react";
import { SettingsLayout } from "~/accounts/components/settings-layout";
import { pageLoader } from "~/platform/web/page-loader.server";

export const loader = pageLoader(
  { access: "verified" },
  ({ viewer: { spondorshipCode, accountId } }) => ({
    isMaster: spondorshipCode !== undefined,
    isOwner: accountId !== undefined,
  }),
);

export default function Settings() {
  return (
    <SettingsLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </SettingsLayout>
  );
}
