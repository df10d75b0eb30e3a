import {
  CAPACITIES,
  EQUIPMENT,
  POLICIES,
  VENUE_TYPES,
  shownAs,
  type Period,
} from "@models/enumerations";
import { summarizePolicy } from "~/bookings/rules/policy";
import { useSite } from "~/platform/web/use-site";
import { AddressSearch } from "~/ui/address-search";
import { CheckboxGroup, RadioGroup } from "~/ui/choices";
import { FormSection } from "~/ui/form-section";
import { NumberField, SelectField, TextareaField, TextField } from "~/ui/inputs";
import { listOf, textOf, type VenueFormValues } from "../venue-form-values";
import { DESCRIPTION_LENGTH, TITLE_LENGTH } from "../venue-rules";

const same = (value: string) => ({ value, label: shownAs(value) });
const types = VENUE_TYPES.map(same);
const equipment = EQUIPMENT.map(same);
const capacities = Object.entries(CAPACITIES).map(([value, label]) => ({ value, label }));
const periods: { value: Period; label: string }[] = [
  { value: "Day", label: "À la journée" },
  { value: "Half", label: "À la demi-journée" },
];
const validations = [
  { value: "false", label: "Automatique\u00a0: le paiement confirme la réservation" },
  { value: "true", label: "Manuelle\u00a0: vous répondez à chaque demande sous 24 heures" },
];
const policies = POLICIES.map((value) => ({
  value,
  label: `${value.slice(0, 1).toUpperCase()}${value.slice(1)}\u00a0: ${summarizePolicy(value)}`,
}));

export interface VenueFieldsProps {
  /** What the form holds now. */
  values: VenueFormValues;
  /** Messages by field. */
  errors: Readonly<Record<string, string>>;
}

/** What kind of venue it is, where, for how many, with what. */
export function PlaceSections({ values, errors }: VenueFieldsProps) {
  const { maps } = useSite();
  const field = fieldOf({ values, errors });
  return (
    <>
      <FormSection id="section-type" title="Type de lieu">
        <CheckboxGroup
          name="type"
          label="Types"
          hint="Un au moins, 20 au plus."
          options={types}
          values={listOf(values, "type")}
          error={errors.type}
          className="equipment"
        />
      </FormSection>
      <FormSection id="section-adresse" title="Adresse">
        <AddressSearch maps={maps}>
          <TextField {...field("street")} label="Numéro et rue" autoComplete="address-line1" />
          <div className="field-pair">
            <TextField
              {...field("postalCode")}
              label="Code postal"
              inputMode="numeric"
              autoComplete="postal-code"
            />
            <TextField {...field("city")} label="Ville" autoComplete="address-level2" />
          </div>
          <SelectField
            {...field("country")}
            label="Pays"
            autoComplete="country-name"
            options={[same("France")]}
          />
        </AddressSearch>
      </FormSection>
      <FormSection id="section-capacite" title="Capacité">
        <RadioGroup
          name="capacity"
          label="Nombre de personnes"
          options={capacities}
          value={textOf(values, "capacity")}
          error={errors.capacity}
        />
      </FormSection>
      <FormSection id="section-equipements" title="Équipements">
        <CheckboxGroup
          name="equipement"
          label="Ce que vous mettez à disposition"
          options={equipment}
          values={listOf(values, "equipement")}
          error={errors.equipement}
          className="equipment"
          optional
        />
      </FormSection>
    </>
  );
}

/** How it is called and described, its price and its terms. */
export function InformationSection({ values, errors }: VenueFieldsProps) {
  const field = fieldOf({ values, errors });
  return (
    <FormSection id="section-informations" title="Informations">
      <TextField
        {...field("title")}
        label="Titre"
        hint={`De ${TITLE_LENGTH.least} à ${TITLE_LENGTH.most} caractères`}
        autoComplete="off"
      />
      <TextareaField
        {...field("description")}
        label="Description"
        hint={`De ${DESCRIPTION_LENGTH.least} à ${DESCRIPTION_LENGTH.most} caractères\u00a0: ce qui rend le lieu particulier, ce qui est compris, les horaires.`}
      />
      <NumberField
        {...field("price")}
        label="Prix en euros"
        hint={"De 1 à 9\u202f999\u00a0€, pour une journée ou une demi-journée"}
        unit="€"
        inputMode="decimal"
      />
      <RadioGroup
        name="time"
        label="Location"
        options={periods}
        value={textOf(values, "time")}
        error={errors.time}
      />
      <RadioGroup
        name="needValidation"
        label="Validation des réservations"
        options={validations}
        value={textOf(values, "needValidation")}
        error={errors.needValidation}
      />
      <RadioGroup
        name="cancellationPolicy"
        label="Conditions d’annulation"
        options={policies}
        value={textOf(values, "cancellationPolicy") ?? "souple"}
        error={errors.cancellationPolicy}
      />
    </FormSection>
  );
}

/** Props of a field from what the form holds. */
function fieldOf({ values, errors }: VenueFieldsProps) {
  return (name: string) => ({ name, defaultValue: textOf(values, name), error: errors[name] });
}
