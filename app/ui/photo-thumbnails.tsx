import { Photo, type Picture } from "./picture";

interface PhotoThumbnailsProps {
  pictures: readonly Picture[];
  /** Name of the boxes that take a photo away; without it the photos are only shown. */
  removeName?: string;
}

/** Saved photos as small previews, each with a 'Retirer' box that works without script. */
export function PhotoThumbnails({ pictures, removeName }: PhotoThumbnailsProps) {
  return (
    <ul className="thumbnails">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <Photo
            picture={{ ...picture, alt: picture.alt || `Photo ${index + 1}` }}
            sizes="180px"
            largest={640}
          />
          {removeName ? (
            <label className="choice">
              <input type="checkbox" name={removeName} value={picture.id} />
              <span>
                Retirer<span className="sr-only">{` la photo ${index + 1}`}</span>
              </span>
            </label>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
