import { useLoaderData } from "@remix-run/react";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { PrivacyFilterFields, privacyFilterName } from "~/admin/privacy/components/privacy-filters";
import { PrivacyTable } from "~/admin/privacy/components/privacy-table";
import { listRequests } from "~/admin/privacy/list-requests.server";
import { useMay } from "~/admin/shell/use-may";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";

export const meta = pageMeta("Droits des personnes", { isPrivate: true });

export const loader = pageLoader(
  { access: "office.read", params: LIST_FILTERS["/admin/droits"].extend({ suite: cursorParam }) },
  async ({ params: { suite, ...filters } }) => ({
    filters,
    page: await listRequests(filters, suite),
  }),
);

export default function PrivacyRequests() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <>
      <ListFrame
        title="Droits des personnes"
        path="/admin/droits"
        noun={["demande", "demandes"]}
        filters={filters}
        nameOf={privacyFilterName}
        page={page}
        empty="Aucune demande trouvée..."
        fields={<PrivacyFilterFields filters={filters} />}
      >
        <PrivacyTable requests={page.rows} />
      </ListFrame>
      {useMay()("privacy.treat") ? (
        <p>
          <LinkButton icon="plus" href="/admin/droits/nouvelle">
            Enregistrer une demande
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}
