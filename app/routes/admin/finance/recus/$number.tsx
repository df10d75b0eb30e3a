import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { recordAccess } from "~/admin/audit/record-access.server";
import { actorOf } from "~/admin/audit/actor.server";
import { receiptRecord } from "~/admin/finance/list-receipts.server";
import { AccessNotice, Breadcrumb } from "~/admin/records/components/record";
import { ReceiptArticle } from "~/bookings/components/receipt-sheets";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ sheet }) => sheet.title, {
  isPrivate: true,
});

export const loader = pageLoader(
  { access: "finance.read", params: z.object({ number: z.string().max(20) }) },
  async (page) => {
    const { sheet, shown, reference } = await receiptRecord(page.params.number);
    for (const id of shown) await recordAccess(actorOf(page), "user", id, page.now);
    return { sheet, reference };
  },
);

export default function Receipt() {
  const { sheet, reference } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumb href="/admin/finance/recus" list="Reçus et avoirs" name={sheet.number} />
      <h1>{sheet.title}</h1>
      <AccessNotice text={`${sheet.title}, réservation ${reference}`} />
      <ReceiptArticle sheet={sheet} />
    </>
  );
}
