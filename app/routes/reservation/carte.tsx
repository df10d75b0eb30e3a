import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayLimits } from "~/rules/calendar";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { BackLink } from "~/ui/back-link";
import { Main } from "~/ui/main";
import { Pagination } from "~/ui/pagination";
import { Banner } from "~/ui/toast";
import { MapList } from "~/venues/components/map-list";
import { FoundCount, NoVenues, RoomNote } from "~/venues/components/search-outcome";
import { listPlaces } from "~/venues/map-places.server";
import { atPage, listingPath, mapPath, readSearch } from "~/venues/search-form";

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>("Carte des résultats", {
  pageNumber: ({ found }) => found.page,
  isPrivate: true,
  isRefused: ({ errors }) => errors.length > 0,
});

export const loader = pageLoader({ access: "public" }, async ({ viewer, query, now }) => {
  const { search, errors, notices } = readSearch(query, dayLimits(now));
  const found = await listPlaces(search, viewer?.id ?? null, now);
  if (search.page > found.pages) {
    throw redirect(`/reservation/carte${atPage(query, found.pages)}`, 303);
  }
  return { search, found, notices, errors: [...new Set(Object.values(errors))] };
});

/** A page of the listing on a map. */
export default function ResultsOnMap() {
  const { search, found, notices, errors } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section stack stack-wide">
      <BackLink href={listingPath(search)} label="La liste" />
      <div className="stack gap-3">
        <h1>Carte des résultats</h1>
        {notices.map((notice) => (
          <Banner key={notice}>{notice}</Banner>
        ))}
        {/* Their fields are those of the list. */}
        {errors.map((error) => (
          <Banner key={error} type="error">
            {error}
          </Banner>
        ))}
        <FoundCount found={found} search={search} />
        <RoomNote found={found} search={search} />
      </div>
      {found.venues.length > 0 ? <MapList places={found.venues} /> : <NoVenues search={search} />}
      <Pagination
        current={found.page}
        total={found.pages}
        hrefOf={(page) => mapPath({ ...search, page })}
      />
    </Main>
  );
}
