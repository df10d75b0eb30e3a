import { LinkButton } from "~/ui/button";
import { Main } from "~/ui/main";
import { pictureSrcSet, pictureUrl, type Picture } from "~/ui/picture";

interface PhotoViewProps {
  title: string;
  pictures: readonly Picture[];
  /** Of the photo shown, from 1. */
  place: number;
  /** Of the venue's page, without the photo's place in it. */
  hrefs: { venue: string; photo: (place: number) => string };
}

/** One photo of a venue on a page of its own, with the way to the others and back to where one was. */
export function PhotoView({ title, pictures, place, hrefs }: PhotoViewProps) {
  const count = pictures.length;
  const picture = pictures[place - 1];
  if (!picture) return null;
  return (
    <Main className="frame py-4">
      <div className="viewer-bar">
        <h1 className="text-t3">
          {title}
          <span className="sr-only">{"\u00a0: "}</span>{" "}
          <span className="hint block">{`Photo ${place} sur ${count}`}</span>
        </h1>
        <LinkButton variant="secondary" compact href={`${hrefs.venue}#photo-${place}`}>
          Fermer<span className="sr-only"> et revenir au lieu</span>
        </LinkButton>
      </div>
      <img
        className="viewer-photo"
        src={pictureUrl(picture.id, 1280)}
        srcSet={pictureSrcSet(picture)}
        sizes="(min-width: 1200px) 1136px, 94vw"
        alt={picture.alt || `${title}, photo ${place}`}
        width={picture.width}
        height={picture.height}
      />
      <nav className="viewer-bar" aria-label="Photos du lieu">
        <LinkButton
          variant="secondary"
          iconOnly
          compact
          icon="gauche"
          rel="prev"
          href={hrefs.photo(place === 1 ? count : place - 1)}
        >
          Photo précédente
        </LinkButton>
        <p aria-hidden="true">{picture.alt}</p>
        <LinkButton
          variant="secondary"
          iconOnly
          compact
          icon="droite"
          rel="next"
          href={hrefs.photo(place === count ? 1 : place + 1)}
        >
          Photo suivante
        </LinkButton>
      </nav>
    </Main>
  );
}
