import { Avatar } from "~/ui/avatar";
import { Gallery } from "~/ui/gallery";
import { OwnerHeader } from "~/ui/owner-header";
import type { Picture } from "~/ui/picture";
import { VenueCard } from "~/ui/venue-card";
import { VenueRow } from "~/ui/venue-row";
import { PhotoSection } from "~/venues/components/photo-section";
import type { Component, Given } from "./example";

/** Its first photos; only the cover's size is known of a teaser, and the others are drawn alike. */
function picturesOf({ venue }: Given): Picture[] {
  const { cover, photoIds = [] } = venue ?? {};
  if (!cover) return [];
  const ids = photoIds.length > 0 ? photoIds : [cover.id];
  return ids.map((id, at) => ({ ...cover, id, alt: `Photo ${at + 1}` }));
}

/** What shows photos, of a venue that is listed: nothing where there is none. */
export const pictureExamples: Component = {
  props: {
    "VenueCard.venue": "photoIds: arrows, with script; one photo is fetched at each press",
    "Gallery.pictures": "cover first: a strip to swipe on phones, a mosaic on wide screens",
    "Gallery.hrefOf":
      "the page of each photo, which opens over the page, with script; without it their files",
    "PhotoSection.pictures":
      "those that are stored, in their order: by number, or with script by hand",
    "PhotoSection.error": "why the form was refused",
    "PhotoSection.isUpdated": "whether the page answers its button, which then has the focus",
    "Avatar.imageId": "of their image, in whose place their initials stand",
    "OwnerHeader.kind": "a chip beside the name; none",
    "VenueRow.venue": "cover: null shows a drawing; distance: instead of the country",
  },
  examples: [
    {
      name: "carousel",
      show: ({ venue }) => venue && <VenueCard venue={venue} heading={3} />,
    },
    {
      name: "gallery",
      show: (given) => (
        <Gallery
          pictures={picturesOf(given)}
          hrefOf={(place) => `/reservation/${given.venue?.id}/photos/${place}`}
        />
      ),
    },
    {
      name: "photo-fields",
      show: (given) => <PhotoSection pictures={picturesOf(given)} error={undefined} />,
    },
    {
      // Its ids are those of the fields above.
      name: "photo-fields-refused",
      isPage: true,
      show: () => (
        <div className="stack">
          <h1>Photos</h1>
          <PhotoSection pictures={[]} error="Add two photos at least." />
        </div>
      ),
    },
    {
      name: "people",
      show: () => (
        <>
          <p className="row">
            <Avatar name="Alix Bernard" /> Alix Bernard
          </p>
          <OwnerHeader
            brand="Place des Salles"
            name="The orangery’s friends"
            kind="Association"
            since="03/05/2024"
          />
        </>
      ),
    },
    { name: "venue-row", show: ({ venue }) => venue && <VenueRow venue={venue} /> },
  ],
};
