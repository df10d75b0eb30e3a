import { RecordPart } from "~/admin/records/components/record";
import type { CityPlace } from "~/gallery/gallery-page.server";
import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { NumberField, TextField } from "~/ui/inputs";
import { pictureUrl } from "~/ui/picture";
import { Plaque } from "~/ui/plaque";

/** The five places of 'Nos Villes', and what stands on each. */
export function CityPlaces({ places }: { places: readonly CityPlace[] }) {
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
              <Plaque>{place.tile?.name ?? "Libre"}</Plaque>
              <p className="quiet-text">
                {place.tile
                  ? `Place ${place.place}, changée le ${place.tile.changedOn}`
                  : `Place ${place.place}, rien n’est montré`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlacePicture({ tile }: CityPlace) {
  return tile?.imageId ? (
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
  );
}

/** Name, place and picture; what stands on the place is replaced. */
export function CityImageForm({ state: { field } }: { state: FormState }) {
  return (
    <RecordPart id="image-de-ville" title="Mettre une image" card>
      <Form encType="multipart/form-data">
        <TextField {...field("name")} label="Ville" hint="Le nom montré sur la plaque." />
        <NumberField
          {...field("place")}
          label="Place"
          hint="De 1 à 5. L’image en place est remplacée."
        />
        <FileField
          name="image"
          label="Image"
          error={field("image").error}
          hint="JPEG, PNG, WebP ou AVIF, 12 Mo au plus. Elle est convertie en WebP."
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
