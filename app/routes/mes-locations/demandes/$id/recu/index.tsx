import { useLoaderData } from "@remix-run/react";
import { ReceiptSheets } from "~/bookings/components/receipt-sheets";
import { receiptsPage } from "~/bookings/lists/receipts-page.server";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Reçu", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", params: idParam, underView: false },
  async ({ viewer, params }) => ({
    page: await receiptsPage(params.id, { side: "owner", userId: viewer.id }),
  }),
);

export default function Receipts() {
  return <ReceiptSheets page={useLoaderData<typeof loader>().page} />;
}
