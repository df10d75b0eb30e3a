import { RecordPart } from "~/admin/records/components/record";
import type { CityPlace } from "~/gallery/gallery-page.server";
import type { FormState } from "~/platform/web/form-state";
import { useMay } from "~/admin/use-may";
import { Button, LinkButton } from "~/ui/button";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { NumberField, TextField } from "~/ui/inputs";
import { pictureUrl } from "~/ui/picture";
import { Plaque } from "~/ui/plaque";

const FORM_ID = "image-de-ville";
const FORMATS = "JPEG, PNG, WebP ou AVIF, 12\u00a0Mo au plus. Elle est convertie en WebP.";

/** The five places of 'Nos Villes', and what stands on each. */
export function CityPlaces({ places }: { places: readonly CityPlace[] }) {
  const mayChange = useMay()("gallery.change");
  return (
    <section className="stack" aria-labelledby="villes-titre">
      <div className="office-head">
        <h2 id="villes-titre">Images de villes</h2>
        <p className="quiet-text">{"5 places, dans l’ordre de «\u00a0Nos Villes\u00a0»"}</p>
      </div>
      <ul className="gallery-places">
        {places.map((place) => (
          <li key={place.place} className="card">
            <PlacePicture {...place} />
            <div className="gallery-place-text">
              <p className="quiet-text">
                {place.tile
                  ? `Changée le ${place.tile.changedOn}`
                  : "Rien n’est montré sur l’accueil"}
              </p>
              {mayChange ? (
                <LinkButton
                  variant="secondary"
                  compact
                  href={`/admin/gallery?place=${place.place}#${FORM_ID}`}
                >
                  {place.tile ? "Remplacer" : "Ajouter une image"}
                  <span className="sr-only">{` (place ${place.place})`}</span>
                </LinkButton>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlacePicture({ place, tile }: CityPlace) {
  return (
    <div className="gallery-place-picture">
      {tile?.imageId ? (
        <img
          className="gallery-picture"
          src={pictureUrl(tile.imageId, 640)}
          alt=""
          width={640}
          height={480}
          loading="lazy"
        />
      ) : (
        <div className="gallery-picture gallery-free">
          <Icon name="image" />
        </div>
      )}
      <Plaque detail={`Place ${place} sur l’accueil`}>{tile?.name ?? "Libre"}</Plaque>
    </div>
  );
}

/** Name, place and picture; what stands on the place is replaced. `chosen`: the one that was asked for. */
export function CityImageForm({
  state: { field, step },
  chosen,
}: {
  state: FormState;
  chosen: CityPlace | undefined;
}) {
  return (
    <RecordPart id={FORM_ID} title="Mettre une image" card>
      <Form encType="multipart/form-data">
        <div className="field-pair">
          <TextField
            {...field("name", chosen?.tile?.name)}
            label="Ville"
            hint="Le nom montré sur la plaque."
          />
          <NumberField
            {...field("place", chosen?.place.toString())}
            label="Place"
            hint="De 1 à 5. L’image en place est remplacée."
          />
        </div>
        <FileField
          name="image"
          label="Image"
          error={field("image").error}
          // No browser keeps a file for a page that is shown again.
          hint={
            step ? `${FORMATS} Si vous en aviez choisi une, choisissez-la de nouveau.` : FORMATS
          }
        />
        <p>
          <Button name="intent" value="city">
            Enregistrer
          </Button>
        </p>
      </Form>
    </RecordPart>
  );
}
