import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayLimits } from "~/bookings/rules/calendar";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Main } from "~/ui/main";
import { Pagination } from "~/ui/pagination";
import { Banner } from "~/ui/toast";
import { VenueCard } from "~/ui/venue-card";
import { NoVenues, foundText } from "~/venues/components/search-outcome";
import { SearchForm } from "~/venues/components/search-form";
import { listVenues } from "~/venues/search-venues.server";
import { isFiltered, readSearch, searchQuery } from "~/venues/search-form";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Réservation", {
  description: "Trouvez une salle, un jardin ou un château libre à vos dates, partout en France.",
  canonical: ({ search }) => `/reservation${searchQuery(search)}`,
  pageNumber: ({ found }) => found.page,
});

export const loader = pageLoader({ access: "public" }, async ({ viewer, query, now }) => {
  const limits = dayLimits(now);
  const { search, notices } = readSearch(query, limits);
  const found = await listVenues(search, viewer?.id ?? null);
  if (search.page > found.pages) {
    throw redirect(`/reservation${searchQuery({ ...search, page: found.pages })}`, 303);
  }
  return { search, notices, limits, found };
});

export default function Listing() {
  const { search, notices, limits, found } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section">
      <div className="section-head stack gap-3">
        <h1>Nos salles</h1>
        <p className="muted" role="status">
          {foundText(found, isFiltered(search))}
        </p>
        {notices.map((notice) => (
          <Banner key={notice}>{notice}</Banner>
        ))}
        <SearchForm search={search} limits={limits} />
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
        <NoVenues isFiltered={isFiltered(search)} />
      )}
      <Pagination
        current={found.page}
        total={found.pages}
        hrefOf={(page) => `/reservation${searchQuery({ ...search, page })}`}
      />
    </Main>
  );
}
