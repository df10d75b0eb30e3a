import { useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { objectId } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Refusal } from "~/platform/refusal";
import { venueName } from "~/rules/venue-name";
import type { PageHandle } from "~/platform/web/style-sheet";
import { PhotoView } from "~/venues/components/photo-view";
import { venuePage } from "~/venues/venue-page.server";

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>(
  ({ name, place, pictures }) => `${name}, photo ${place} sur ${pictures.length}`,
  { canonical: ({ id }) => `/reservation/${id}` },
);

export const handle: PageHandle = { style: "photo" };

/** `place` counts the photos from 1. */
const params = z.object({
  id: objectId,
  place: z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number),
});

export const loader = pageLoader(
  { access: "public", params },
  async ({ viewer, params: { id, place } }) => {
    const { title, city, pictures } = await venuePage(id, viewer?.id ?? null);
    if (place > pictures.length) throw new Refusal("not_found");
    return { id, title, name: venueName({ title, city }), pictures, place };
  },
);

/** A photo of a venue, as large as the window. What the venue's page was asked for travels along. */
export default function VenuePhoto() {
  const { id, title, pictures, place } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const venue = `/reservation/${id}`;
  return (
    <PhotoView
      title={title}
      pictures={pictures}
      place={place}
      hrefs={{ venue: venue + search, photo: (other) => `${venue}/photos/${other}${search}` }}
    />
  );
}
