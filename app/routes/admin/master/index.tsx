import { useLoaderData } from "@remix-run/react";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { listMasters } from "~/admin/masters/list-masters.server";
import { PersonFilters } from "~/admin/users/components/person-filters";
import { PersonTable } from "~/admin/users/components/person-table";
import { MASTER_STATE_LABELS } from "~/admin/users/person";
import { MASTER_STATUSES, type MasterStatus } from "@models/enumerations";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Masters", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/master"].extend({ suite: cursorParam }),
  },
  async ({ params: { suite, ...filters } }) => ({
    filters,
    page: await listMasters(filters, suite),
  }),
);

const states = MASTER_STATUSES.map((value) => ({ value, label: MASTER_STATE_LABELS[value] }));

export default function Masters() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <ListFrame
      title="Masters"
      path="/admin/master"
      noun={["compte", "comptes"]}
      filters={filters}
      nameOf={(name, value) =>
        name === "etat"
          ? MASTER_STATE_LABELS[value as MasterStatus]
          : `Tag ou e-mail\u00a0: ${value}`
      }
      page={page}
      empty="Aucun utilisateur trouvé..."
      fields={<PersonFilters filters={filters} states={states} />}
    >
      <PersonTable
        caption="Comptes masters"
        people={page.rows}
        hrefOf={(id) => `/admin/master/${id}`}
      />
    </ListFrame>
  );
}
