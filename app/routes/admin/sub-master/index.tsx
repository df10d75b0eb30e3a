import { useLoaderData } from "@remix-run/react";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { SubMasterTable } from "~/admin/masters/components/sub-master-table";
import { listSubMasters } from "~/admin/masters/list-sub-masters.server";
import { PersonFilters } from "~/admin/users/components/person-filters";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Sous-masters", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/sub-master"].extend({ suite: cursorParam }),
  },
  async ({ params: { suite, ...filters } }) => ({
    filters,
    page: await listSubMasters(filters, suite),
  }),
);

export default function SubMasters() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <ListFrame
      title="Sous-masters"
      path="/admin/sub-master"
      noun={["compte lié", "comptes liés"]}
      filters={filters}
      nameOf={(_name, value) => `Tag ou e-mail\u00a0: ${value}`}
      page={page}
      empty="Aucun utilisateur trouvé..."
      fields={<PersonFilters filters={filters} day="Lié le" />}
    >
      <SubMasterTable people={page.rows} />
    </ListFrame>
  );
}
