import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayLimits } from "~/rules/calendar";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { BackLink } from "~/ui/back-link";
import { Main } from "~/ui/main";
import { Pagination } from "~/ui/pagination";
import { MapList } from "~/venues/components/map-list";
import { FoundCount, NoVenues } from "~/venues/components/search-outcome";
import { listPlaces } from "~/venues/map-places.server";
import { listingPath, mapPath, readSearch } from "~/venues/search-form";

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>("Carte des résultats", {
  pageNumber: ({ found }) => found.page,
  isPrivate: true,
});

export const loader = pageLoader({ access: "public" }, async ({ viewer, query, now }) => {
  const { search } = readSearch(query, dayLimits(now));
  const found = await listPlaces(search, viewer?.id ?? null, now);
  if (search.page > found.pages) throw redirect(mapPath({ ...search, page: found.pages }), 303);
  return { search, found };
});

/** A page of the listing on a map. */
export default function ResultsOnMap() {
  const { search, found } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section stack stack-wide">
      <BackLink href={listingPath(search)} label="La liste" />
      <div className="stack gap-3">
        <h1>Carte des résultats</h1>
        <FoundCount found={found} search={search} />
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
