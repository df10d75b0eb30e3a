import { useLoaderData } from "@remix-run/react";
import { MemberLayout } from "~/accounts/components/member-layout";
import { RequestTable } from "~/bookings/components/request-table";
import { myRequestsPage } from "~/bookings/lists/my-requests-page.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { reviewedAmong } from "~/reviews/review-page.server";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { SearchBox } from "~/ui/search-box";
import { Tabs } from "~/ui/tabs";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Mes demandes", {
  pageNumber: ({ page }) => page,
  isPrivate: true,
});

export const loader = pageLoader({ access: "member" }, async ({ viewer, query, now }) => {
  const page = await myRequestsPage(viewer.id, query, now);
  const ended = page.requests.filter(({ state }) => state === "ended");
  return { ...page, reviewed: await reviewedAmong(ended.map(({ id }) => id)) };
});

export default function MyRequests() {
  const { requests, reviewed, total, page, pages, search, state, tabs } =
    useLoaderData<typeof loader>();
  const kept = { ...(search ? { q: search } : {}), ...(state ? { statut: state } : {}) };
  return (
    <MemberLayout>
      <h1>Mes demandes</h1>
      <SearchBox
        action="/mes-demandes"
        label="Titre du lieu"
        value={search}
        otherParams={state ? { statut: state } : {}}
      />
      <Tabs tabs={tabs} />
      {total > 0 ? (
        <>
          <p className="sr-only" role="status">
            {total > 1 ? `${total} demandes` : "1 demande"}
          </p>
          <RequestTable requests={requests} reviewed={reviewed} />
        </>
      ) : (
        <EmptyState
          title="Aucune réservation pour le moment"
          action={<LinkButton href="/reservation">Découvrir nos salles</LinkButton>}
        />
      )}
      <Pagination
        current={page}
        total={pages}
        hrefOf={(target) =>
          `/mes-demandes?${new URLSearchParams({ ...kept, page: String(target) }).toString()}`
        }
      />
    </MemberLayout>
  );
}
