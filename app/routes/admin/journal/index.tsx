import { useLoaderData } from "@remix-run/react";
import { ACT_LABELS } from "~/admin/audit/act-labels";
import { AuditFilterFields } from "~/admin/audit/components/audit-filters";
import { AuditList } from "~/admin/audit/components/audit-list";
import { listAudit } from "~/admin/audit/list-audit.server";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Journal", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/journal"].extend({ suite: cursorParam }),
  },
  async ({ params: { suite, ...filters } }) => ({ filters, page: await listAudit(filters, suite) }),
);

export default function Journal() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <ListFrame
      title="Journal"
      path="/admin/journal"
      noun={["entrée", "entrées"]}
      filters={filters}
      nameOf={(_name, value) => ACT_LABELS[value as keyof typeof ACT_LABELS]}
      page={page}
      empty="Aucune entrée trouvée..."
      fields={<AuditFilterFields filters={filters} />}
    >
      <AuditList lines={page.rows} />
    </ListFrame>
  );
}
