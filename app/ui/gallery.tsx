import { useEnhance } from "./page-assets";
import { Photo, pictureUrl, type Picture } from "./picture";

interface GalleryProps {
  pictures: readonly Picture[];
  /** Address of the page of a photo, counted from 1; without it each leads to its own file. */
  hrefOf?: (place: number) => string;
}

/**
 * The venue's photos, cover first: a strip to swipe on phones, a mosaic on wide screens. `#photos` leads
 * here, `#photo-2` to the second. Photos with pages of their own open over this one where scripts run.
 */
export function Gallery({ pictures, hrefOf }: GalleryProps) {
  const viewer = useEnhance("gallery");
  return (
    <ul className="gallery" id="photos" aria-label="Photos du lieu" {...(hrefOf && viewer)}>
      {pictures.map((picture, index) => (
        <li key={picture.id} id={`photo-${index + 1}`}>
          <a href={hrefOf ? hrefOf(index + 1) : pictureUrl(picture.id, 1920)}>
            <Photo
              picture={picture}
              sizes={
                index === 0
                  ? "(min-width: 1200px) 564px, (min-width: 768px) calc(50vw - 36px), calc(88vw - 28px)"
                  : "(min-width: 1200px) 278px, (min-width: 768px) calc(25vw - 22px), calc(88vw - 28px)"
              }
              largest={1280}
              priority={index === 0 ? "high" : "lazy"}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
