import { Fragment } from "react";
import { WhoseField } from "~/platform/web/shown-field";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Photo, type Picture } from "~/ui/picture";
import { listOf, textOf, type VenueFormValues } from "../venue-form-values";
import { publishInput } from "../venue-input";
import { namedPictures } from "./photo-section";
import type { BookingTerms } from "./venue-fields";

interface PublishConfirmationProps {
  /** The whole form, checked. */
  values: VenueFormValues;
  drafts: readonly Picture[];
  terms: BookingTerms;
}

/** Asks once more before a venue is published: yes, or back to the form with all that was typed. */
export function PublishConfirmation({ values, drafts, terms }: PublishConfirmationProps) {
  const [cover] = namedPictures(values, drafts);
  return (
    <div className="card panel max-w-formulaire shadow-flottant" data-question="">
      <h1 className="text-t2">{"Publier ce lieu\u00a0?"}</h1>
      {cover ? (
        <Photo
          picture={{ ...cover, alt: "La photo de couverture" }}
          sizes="(min-width: 600px) 480px, calc(100vw - 74px)"
          largest={1280}
          className="rounded-champ"
        />
      ) : null}
      <p>
        <b>{textOf(values, "title")}</b>
        {`, ${textOf(values, "street")}, ${textOf(values, "postalCode")} ${textOf(values, "city")}`}
      </p>
      {terms.summary(values)}
      <Form action="/ajouter-location">
        <WhoseField />
        <HiddenVenue values={values} />
        <div className="row">
          <Button className="grow" name="intent" value="publish">
            Oui, publier
          </Button>
          <Button className="grow" variant="secondary" name="intent" value="update" data-back="">
            Non, revenir
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** A venue's form as hidden fields, to be sent again as it is. */
function HiddenVenue({ values }: { values: VenueFormValues }) {
  return (
    <>
      {Object.keys(publishInput.fields.shape).map((name) => (
        <Fragment key={name}>
          {listOf(values, name).map((value) => (
            <input key={value} type="hidden" name={name} value={value} />
          ))}
        </Fragment>
      ))}
    </>
  );
}
