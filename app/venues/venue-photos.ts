import type { Venue, VenuePhoto } from "@models/venue";

/** Where /api says that a photo is, in whichever size. */
const ADDRESS = /^\/images\/([0-9a-f]{24})\/\d+\.webp$/;

/** The id of a photo that is sent as it was answered; anything else as it is. */
export function photoIdIn(sent: unknown): unknown {
  return typeof sent === "string" ? (ADDRESS.exec(sent)?.[1] ?? sent) : sent;
}

/** What a photo is called as long as nobody described it. */
function photoAlt(title: string, place: number): string {
  return `${title}, photo ${place}`;
}

/** What its owner called a photo of a venue; empty when it is called after the venue and its place. */
export function ownAlt(title: string, { alt }: Pick<VenuePhoto, "alt">, place: number): string {
  return alt === photoAlt(title, place) ? "" : alt;
}

/**
 * A photo by its place among its venue's, and by what its owner called it, which tells it from the others where they
 * cannot be seen: 'Photo 3\u00a0: La salle dressée'.
 *
 * @param place from 1
 * @param words empty when it is called after its venue
 */
export function photoName(place: number, words: string): string {
  return `Photo ${place}${words ? `\u00a0: ${words}` : ""}`;
}

/** A photo's id and what its owner says that it shows, as forms carry the two; the id alone when nothing is said. */
export function describedPhoto(id: string, words: string): string {
  return words === "" ? id : `${id} ${words}`;
}

/** What is said of photos, by their ids. */
export function photoWords(described: readonly string[]): Map<string, string> {
  return new Map(
    described.map((photo) => {
      const [id = ""] = photo.split(" ", 1);
      return [id, photo.slice(id.length + 1)];
    }),
  );
}

/** A venue's photos as its forms carry them. */
export function describedPhotos({
  title,
  locationIMG,
}: Pick<Venue, "title" | "locationIMG">): string[] {
  return locationIMG.map((photo, index) =>
    describedPhoto(photo.image.toString(), ownAlt(title, photo, index + 1)),
  );
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
  const names = new Map(
    before?.locationIMG.map(({ image }, index) => [
      image.toString(),
      photoAlt(before.title, index + 1),
    ]),
  );
  return photos.map((photo, index) =>
    photo.alt === "" || photo.alt === names.get(photo.image.toString())
      ? { ...photo, alt: photoAlt(title, index + 1) }
      : photo,
  );
}
