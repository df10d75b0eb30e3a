import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { describeField, Field, FieldError } from "~/ui/field";
import { FileField } from "~/ui/file-field";
import { FormSection } from "~/ui/form-section";
import { useEnhance } from "~/ui/page-assets";
import { Photo, type Picture } from "~/ui/picture";
import { listOf, type VenueFormValues } from "../venue-form-values";
import { PHOTO_COUNT, PHOTO_WORDS_LENGTH } from "../venue-input";
import { photoWords } from "../venue-photos";
import { PHOTO_FIELD } from "./venue-issues";

interface PhotoSectionProps {
  /** In their order, the cover first. */
  pictures: readonly Picture[];
  error: string | undefined;
  /** Whether the page answers 'Mettre à jour les photos', and so opens there and says what became of them. */
  isUpdated?: boolean;
}

const UPDATED = "photos-a-jour";

/**
 * The photos of a venue's form: those stored so far, each with its number and a box that takes it
 * away, and a field for more. Each sends its id as `photo`, with `rank` and `alt` beside it. With script they are put in
 * order by buttons and by hand (the numbers that end their names follow), and new ones are shown, and made as small as they will be kept, before they are sent.
 */
export function PhotoSection({ pictures, error, isUpdated = false }: PhotoSectionProps) {
  const { least, most } = PHOTO_COUNT;
  const order = useEnhance("photo-order");
  const files = useEnhance("photo-files");
  return (
    <FormSection id="section-photos" title="Photos">
      {pictures.length > 0 ? (
        <>
          <p>
            {pictures.length > 1 ? `${pictures.length} photos` : "1 photo"} sur {most}. La première
            est la couverture&nbsp;; changez les numéros pour changer l’ordre.
          </p>
          <p className="hint">
            {`Ce que montre une photo est lu à qui ne la voit pas\u00a0: «\u00a0La salle dressée pour un dîner\u00a0». ${PHOTO_WORDS_LENGTH}\u00a0caractères au plus.`}
          </p>
          <ul className="thumbnails" {...order}>
            {pictures.map((picture, index) => (
              <Thumbnail key={picture.id} picture={picture} place={index + 1} />
            ))}
          </ul>
        </>
      ) : null}
      {pictures.length < most ? (
        <FileField
          id={PHOTO_FIELD}
          name="photos"
          label={pictures.length > 0 ? "Ajouter des photos" : "Choisir des photos"}
          hint={`De ${least} à ${most} photos. JPEG, PNG, WebP ou AVIF, 12\u00a0Mo au plus chacune et 60\u00a0Mo au plus à la fois.`}
          error={error}
          multiple
          {...files}
          optional={pictures.length >= least}
        />
      ) : (
        <div className="field" id={PHOTO_FIELD} tabIndex={-1}>
          <p className="hint">Pour en ajouter d’autres, retirez-en d’abord.</p>
          <FieldError id={PHOTO_FIELD}>{error}</FieldError>
        </div>
      )}
      <p>
        <Button
          variant="secondary"
          icon="envoyer"
          name="intent"
          value="update"
          formNoValidate
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isUpdated}
          aria-describedby={isUpdated ? UPDATED : undefined}
        >
          Mettre à jour les photos
        </Button>
      </p>
      {isUpdated ? (
        <p className="hint" id={UPDATED}>
          Les photos sont à jour dans ce formulaire. Elles seront enregistrées avec lui.
        </p>
      ) : null}
    </FormSection>
  );
}

function Thumbnail({ picture, place }: { picture: Picture; place: number }) {
  const name = `la photo ${place}`;
  const isTooLong = picture.alt.length > PHOTO_WORDS_LENGTH;
  const words = {
    label: "Ce que montre la photo",
    name: `photo-${picture.id}`,
    error: isTooLong ? `${PHOTO_WORDS_LENGTH}\u00a0caractères au plus.` : undefined,
  };
  return (
    <li className="grid min-w-0 content-start gap-1">
      <Photo
        picture={{ ...picture, alt: picture.alt || `Photo ${place}` }}
        sizes="180px"
        largest={640}
      />
      <input type="hidden" name="photo" value={picture.id} />
      <label className="flex flex-wrap items-center gap-2 font-normal">
        <span>
          Numéro<span className="sr-only">{` de ${name}`}</span>
        </span>
        <input
          className="w-16"
          name="rank"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={place}
        />
      </label>
      <Field {...words} labelRest={` ${place}`} optional>
        {/* As wide as a photo, a line would show a dozen characters; line breaks are folded when it is read. */}
        <textarea
          {...describeField(words)}
          className="min-h-0"
          name="alt"
          rows={2}
          autoComplete="off"
          defaultValue={picture.alt}
        />
      </Field>
      <label className="choice">
        <input type="checkbox" name="removePhoto" value={picture.id} />
        <span>
          Retirer<span className="sr-only">{` ${name}`}</span>
        </span>
      </label>
    </li>
  );
}

/** Whether a form comes back from 'Mettre à jour les photos', with nothing refused. */
export function isPhotoUpdate({ step, errors }: Pick<FormState, "step" | "errors">): boolean {
  return step === "update" && Object.keys(errors).length === 0;
}

/** The pictures that a form names, of those that are known, with what it says of each. */
export function namedPictures(values: VenueFormValues, known: readonly Picture[]): Picture[] {
  const byId = new Map(known.map((picture) => [picture.id, picture]));
  const words = photoWords(listOf(values, "described"));
  return listOf(values, "photo").flatMap((id) => {
    const picture = byId.get(id);
    return picture ? [{ ...picture, alt: words.get(id) ?? "" }] : [];
  });
}
