import { Photo, pictureUrl, type Picture } from "./picture";

interface GalleryProps {
  pictures: readonly Picture[];
  label?: string;
}

/**
 * The venue's photos, cover first: a strip to swipe on phones, a mosaic on wide screens. Each
 * photo links to itself in full size. `#photos` leads here.
 */
export function Gallery({ pictures, label = "Photos du lieu" }: GalleryProps) {
  return (
    <ul className="gallery" id="photos" aria-label={label}>
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <a href={pictureUrl(picture.id, 1920)}>
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
