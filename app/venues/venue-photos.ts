import type { VenuePhoto } from "@models/venue";

/** What a photo is called as long as nobody described it. */
function photoAlt(title: string, place: number): string {
  return `${title}, photo ${place}`;
}

/** What its owner called a photo of a venue; empty when it is called after the venue and its place. */
export function ownAlt(title: string, { alt }: Pick<VenuePhoto, "alt">, place: number): string {
  return alt === photoAlt(title, place) ? "" : alt;
}

/**
 * Photos in their order, those without a description of their own named after the venue's title.
 *
 * @param before how the venue was called and showed them until now
 */
export function namedPhotos(
  title: string,
  photos: readonly VenuePhoto[],
  before?: { title: string; locationIMG: readonly VenuePhoto[] },
): VenuePhoto[] {
  const unnamed = new Set(
    before?.locationIMG.flatMap(({ image, alt }, index) =>
      alt === photoAlt(before.title, index + 1) ? [image.toString()] : [],
    ),
  );
  return photos.map((photo, index) =>
    photo.alt === "" || unnamed.has(photo.image.toString())
      ? { ...photo, alt: photoAlt(title, index + 1) }
      : photo,
  );
}
