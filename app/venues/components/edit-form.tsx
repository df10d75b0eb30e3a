import type { FormState } from "~/platform/web/form-state";
import { Button, DefaultButton, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { FormSection, SaveBar } from "~/ui/form-section";
import { SelectField } from "~/ui/inputs";
import type { Picture } from "~/ui/picture";
import type { OwnVenue } from "../own-venue.server";
import { labelOf } from "../venue-input";
import { textOf } from "../venue-form-values";
import { isPhotoUpdate, namedPictures, PhotoSection } from "./photo-section";
import { InformationSection, PlaceSections, type BookingTerms } from "./venue-fields";

interface EditFormProps {
  venue: OwnVenue;
  /** Of this form, once it was sent. */
  state: FormState;
  /** The owner's photos that no venue shows yet. */
  drafts: readonly Picture[];
  terms: BookingTerms;
  /** Whether somebody is to come. */
  isInUse: boolean;
}

const statuses = [
  { value: "available", label: "Disponible" },
  { value: "unavailable", label: "Indisponible" },
];

/** All that can be changed of a venue: what publishing asks for, and whether it is for rent. */
export function EditForm({ venue, state, drafts, terms, isInUse }: EditFormProps) {
  const { errors } = state;
  const values = state.step === undefined ? venue.values : state.values;
  // Kept while photos come or fields are mended; who was told of the change goes on from what stands now.
  const isTold = errors.version !== undefined;
  const version = (isTold ? undefined : textOf(values, "version")) ?? venue.version;
  const path = `/profil/location/${venue.id}`;
  return (
    <Form encType="multipart/form-data" action={path} enhancers={["venue-form"]}>
      <DefaultButton name="intent" value="edit" />
      <input type="hidden" name="version" value={version} />
      <h2 id="modifier">Modifier ce lieu</h2>
      <FormSection id="section-statut" title="Disponibilité">
        <SelectField
          name="status"
          label={labelOf("status")}
          hint="Un lieu indisponible n’apparaît plus dans la recherche&nbsp;; ses réservations restent, et leurs clients ne peuvent pas demander d’autres dates."
          options={statuses}
          defaultValue={textOf(values, "status")}
          error={errors.status}
        />
      </FormSection>
      <PlaceSections
        values={values}
        errors={errors}
        isInUse={isInUse}
        isReviewed={venue.rating !== null}
      />
      <PhotoSection
        pictures={namedPictures(values, [...venue.pictures, ...drafts])}
        error={errors.photos}
        isUpdated={isPhotoUpdate(state)}
      />
      <InformationSection values={values} errors={errors} policies={terms.policies} />
      <FormSection id="section-recapitulatif" title="Récapitulatif">
        {terms.summary(values)}
      </FormSection>
      <SaveBar>
        <Button name="intent" value="edit">
          Enregistrer
        </Button>
        <LinkButton variant="secondary" href={path}>
          Annuler
        </LinkButton>
      </SaveBar>
    </Form>
  );
}
