import { useLoaderData } from "@remix-run/react";
import { MemberLayout } from "~/accounts/components/member-layout";
import { NoRequests } from "~/bookings/components/no-requests";
import { RequestTable } from "~/bookings/components/request-table";
import { OwnWishesSection } from "~/bookings/components/waiting-list";
import { withdrawWishInput } from "~/bookings/waiting/forms";
import { myRequestsPage } from "~/bookings/lists/my-requests-page.server";
import { withdrawWish } from "~/bookings/waiting/answer-offer.server";
import { ownWishes } from "~/bookings/waiting/waiting-pages.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { reviewSteps } from "~/reviews/review-page.server";
import { ErrorSummary } from "~/ui/error-summary";
import { Pagination } from "~/ui/pagination";
import { SearchBox } from "~/ui/search-box";
import { summaryOf } from "~/ui/summary-of";
import { Tabs } from "~/ui/tabs";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Mes demandes", {
  pageNumber: ({ page }) => page,
  isPrivate: true,
});

export const loader = pageLoader({ access: "member" }, async ({ viewer, query, now }) => {
  const [page, wishes] = await Promise.all([
    myRequestsPage(viewer.id, query, now),
    ownWishes(viewer.id, now),
  ]);
  const ended = page.requests.filter(({ state }) => state === "ended");
  return { ...page, wishes, reviews: await reviewSteps(ended) };
});

export const action = formAction(
  pageForm({
    access: "member",
    input: withdrawWishInput,
    async run({ viewer, input, now }) {
      await withdrawWish(input.wish, viewer.id, now);
      return { to: "/mes-demandes", toast: "Vous n’êtes plus sur cette liste d’attente." };
    },
  }),
);

export default function MyRequests() {
  const { requests, reviews, wishes, total, page, pages, search, state, tabs } =
    useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  const kept = { ...(search ? { q: search } : {}), ...(state ? { statut: state } : {}) };
  return (
    <MemberLayout>
      <h1>Mes demandes</h1>
      <ErrorSummary issues={summaryOf(errors)} />
      <OwnWishesSection wishes={wishes} />
      <SearchBox
        action="/mes-demandes"
        label="Titre du lieu ou référence"
        value={search}
        otherParams={state ? { statut: state } : {}}
      />
      <Tabs tabs={tabs} />
      {total > 0 ? (
        <>
          <p className="sr-only" role="status">
            {total > 1 ? `${total} demandes` : "1 demande"}
          </p>
          <RequestTable requests={requests} reviews={reviews} />
        </>
      ) : (
        <NoRequests search={search} isOfState={state !== null} />
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
