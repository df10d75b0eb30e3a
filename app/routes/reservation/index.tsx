import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayLimits } from "~/rules/calendar";
import { noteResults } from "~/platform/visits.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta, SITE_PICTURE } from "~/platform/web/page-meta";
import type { PageHandle } from "~/platform/web/style-sheet";
import { Main } from "~/ui/main";
import { Pagination } from "~/ui/pagination";
import { Banner } from "~/ui/toast";
import { VenueCard } from "~/ui/venue-card";
import { FoundCount, NoVenues, RoomNote } from "~/venues/components/search-outcome";
import { SearchForm } from "~/venues/components/search-form";
import { SearchSort } from "~/venues/components/search-sort";
import { listVenues } from "~/venues/search-venues.server";
import {
  atPage,
  isFiltered,
  listingPath,
  mapPath,
  readSearch,
  withoutBlanks,
} from "~/venues/search-form";
import { canonicalPath, townTitle } from "~/venues/search-title";

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>(({ title }) => title ?? "Réservation", {
  description: ({ title }) =>
    title === null
      ? "Trouvez une salle, un jardin ou un château libre à vos dates, partout en France."
      : `${title}\u00a0: trouvez une salle, un jardin ou un château libre à vos dates.`,
  canonical: ({ search, found }) => canonicalPath(search, found.town),
  isPrivate: ({ search, found }) => found.count === 0 && isFiltered(search),
  image: () => SITE_PICTURE,
  pageNumber: ({ found }) => found.page,
  isRefused: ({ errors }) => Object.keys(errors).length > 0,
});

export const handle: PageHandle = { hasTables: false };

export const loader = pageLoader({ access: "public" }, async ({ viewer, query, now, request }) => {
  // A form without script sends its empty fields too.
  const filled = withoutBlanks(query);
  if (filled) throw redirect(`/reservation${filled.size > 0 ? `?${filled.toString()}` : ""}`, 303);
  const limits = dayLimits(now);
  const read = readSearch(query, limits);
  const found = await listVenues(read.search, viewer?.id ?? null, now);
  noteResults(request.url, found.count);
  if (read.search.page > found.pages) {
    throw redirect(`/reservation${atPage(query, found.pages)}`, 303);
  }
  return { ...read, limits, found, title: townTitle(found.town) };
});

export default function Listing() {
  const { search, errors, typed, notices, limits, found, title } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section">
      <div className="section-head stack gap-3">
        <div className="row spread">
          <h1>{title ?? "Nos salles"}</h1>
          {found.count > 0 ? (
            <a className="line-link" href={mapPath(search)}>
              Voir sur la carte
            </a>
          ) : null}
        </div>
        {notices.map((notice) => (
          <Banner key={notice}>{notice}</Banner>
        ))}
        <SearchForm search={search} errors={errors} typed={typed} limits={limits} />
        <div className="row spread border-t pt-3">
          <FoundCount found={found} search={search} />
          {found.count > 0 ? <SearchSort search={search} /> : null}
        </div>
        <RoomNote found={found} search={search} />
      </div>
      {found.venues.length > 0 ? (
        <ul className="card-grid">
          {found.venues.map((venue, index) => (
            <li key={venue.id}>
              <VenueCard venue={venue} priority={index === 0 ? "high" : "lazy"} />
            </li>
          ))}
        </ul>
      ) : (
        <NoVenues search={search} />
      )}
      <Pagination
        current={found.page}
        total={found.pages}
        hrefOf={(page) => listingPath({ ...search, page })}
      />
    </Main>
  );
}
