import type { ReactNode } from "react";
import type { FormState } from "~/platform/web/form-state";
import { WhoseField } from "~/platform/web/shown-field";
import { Button, DefaultButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { FormSection, SaveBar } from "~/ui/form-section";
import type { Picture } from "~/ui/picture";
import { isPhotoUpdate, namedPictures, PhotoSection } from "./photo-section";
import { InformationSection, PlaceSections, type BookingTerms } from "./venue-fields";
import { venueIssues } from "./venue-issues";

interface PublishFormProps {
  state: FormState;
  /** The owner's photos that no venue shows yet. */
  drafts: readonly Picture[];
  terms: BookingTerms;
  /** Whether the owner has a payment account, and has said who they are: without, the form is shown but cannot be filled in. */
  mayPublish: boolean;
  /** The sections about what the owner lacks for it. */
  account: ReactNode;
}

/** All that publishing asks for. Checked by the server alone, in the product's own sentences. */
export function PublishForm({ state, drafts, terms, mayPublish, account }: PublishFormProps) {
  const { values, lead, errors, isUnread } = state;
  return (
    <>
      <ErrorSummary lead={lead} issues={venueIssues(errors)} isUnread={isUnread} />
      {account}
      <Form encType="multipart/form-data" action="/ajouter-location" enhancers={["venue-form"]}>
        <WhoseField />
        {mayPublish ? <DefaultButton name="intent" value="review" /> : null}
        <fieldset className="stack stack-wide" disabled={!mayPublish}>
          <legend className="sr-only">Votre lieu</legend>
          <PlaceSections values={values} errors={errors} />
          <PhotoSection
            pictures={namedPictures(values, drafts)}
            error={errors.photos}
            isUpdated={isPhotoUpdate(state)}
          />
          <InformationSection values={values} errors={errors} policies={terms.policies} />
          <FormSection id="section-recapitulatif" title="Récapitulatif">
            {terms.summary(values)}
          </FormSection>
        </fieldset>
        {mayPublish ? (
          <SaveBar>
            <Button name="intent" value="review">
              Publier
            </Button>
          </SaveBar>
        ) : null}
      </Form>
    </>
  );
}
