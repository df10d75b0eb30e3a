import { classNames } from "./class-names";

/** An uploaded photo: its id, what it shows, and the pixels of its largest rendition. */
export interface Picture {
  id: string;
  /** What is seen: 'La salle dressée pour un dîner'; empty when the photo is decorative. */
  alt: string;
  width: number;
  height: number;
}

const pictureWidths = [320, 640, 1280, 1920] as const;
export type PictureWidth = (typeof pictureWidths)[number];

export function pictureUrl(id: string, width: PictureWidth): string {
  return `/images/${id}/${width}.webp`;
}

/** As JPEG, for who shows shared links: several of them know no WebP. */
export function sharedPictureUrl(id: string): string {
  return `/images/${id}/partage.jpg`;
}

/** Candidates up to `largest` px, and none past the first that shows the photo's every pixel. */
export function pictureSrcSet(picture: Picture, largest: PictureWidth = 1920): string {
  const candidates: string[] = [];
  for (const width of pictureWidths) {
    if (width > largest) break;
    candidates.push(`${pictureUrl(picture.id, width)} ${Math.min(width, picture.width)}w`);
    if (width >= picture.width) break;
  }
  return candidates.join(", ");
}

/**
 * - `high`: the photo that people wait for, one or two a page.
 * - `eager`: in view at once, but after it.
 * - `lazy`: further down.
 */
export type PicturePriority = "high" | "eager" | "lazy";

interface PhotoProps {
  picture: Picture;
  /** Width on screen, as in CSS `sizes`. */
  sizes: string;
  largest?: PictureWidth;
  priority?: PicturePriority;
  className?: string;
}

/** A photo, cropped to 4:3, in the smallest rendition that is sharp. */
export function Photo({ picture, sizes, largest, priority = "lazy", className }: PhotoProps) {
  // React 18 knows only the lower-case attribute, its types neither.
  const hints =
    priority === "high"
      ? { fetchpriority: "high" }
      : priority === "lazy"
        ? { loading: "lazy" as const }
        : {};
  return (
    <img
      {...hints}
      className={classNames("photo", className)}
      src={pictureUrl(picture.id, 640)}
      srcSet={pictureSrcSet(picture, largest)}
      sizes={sizes}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      decoding="async"
    />
  );
}
