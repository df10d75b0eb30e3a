import { useLoaderData, useSearchParams } from "@remix-run/react";
import { z } from "zod";
import { objectId, pageNumber } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ReviewList, ReviewOrigin } from "~/reviews/components/venue-reviews";
import { listReviews } from "~/reviews/list-reviews.server";
import { BackLink } from "~/ui/back-link";
import { Main } from "~/ui/main";
import { Pagination } from "~/ui/pagination";
import { Rating } from "~/ui/rating";
import { atPage } from "~/venues/search-form";
import { reviewedVenue } from "~/venues/venue-page.server";

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>(({ name }) => `Avis sur ${name}`, {
  description: ({ name }) => `Notes et commentaires de personnes qui ont loué ${name}.`,
  isPrivate: ({ rating }) => rating === null,
  pageNumber: ({ page }) => page,
  canonical: ({ id, page }) => `/reservation/${id}/avis${page > 1 ? `?page=${page}` : ""}`,
});

export const loader = pageLoader(
  { access: "public", params: z.object({ id: objectId, page: pageNumber }) },
  async ({ viewer, params }) => {
    const venue = await reviewedVenue(params.id, viewer?.id ?? null);
    const count = venue.rating?.count ?? 0;
    return { ...venue, ...(await listReviews(venue.id, { count, page: params.page })) };
  },
);

/** What is thought of a venue. What its page was asked for travels along. */
export default function VenueReviewList() {
  const { id, title, name, rating, isOwn, reviews, page, pages } = useLoaderData<typeof loader>();
  const [asked] = useSearchParams();
  const venue = `/reservation/${id}`;
  return (
    <Main className="frame section">
      <div className="stack stack-wide">
        <BackLink
          href={isOwn ? `/profil/location/${id}` : venue + atPage(asked, 1)}
          label={title}
        />
        <h1>{`Avis sur ${name}`}</h1>
        {rating ? (
          <>
            <Rating rating={rating} />
            <ReviewOrigin />
            <ReviewList reviews={reviews} reportedAt={id} />
          </>
        ) : (
          <p>Ce lieu n’a pas encore d’avis.</p>
        )}
        <Pagination
          current={page}
          total={pages}
          hrefOf={(target) => `${venue}/avis${atPage(asked, target)}`}
        />
      </div>
    </Main>
  );
}
