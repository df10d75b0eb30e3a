import type { ReactNode } from "react";
import { CAPACITIES, STEP_FREE_ACCESS, WEEKDAYS, type Period } from "@models/enumerations";
import { constraintsOf } from "~/platform/web/constraints";
import { useSite } from "~/platform/web/use-site";
import { AddressSearch } from "~/ui/address-search";
import { CheckboxGroup, RadioGroup } from "~/ui/choices";
import { FormSection } from "~/ui/form-section";
import { NumberField, SelectField, TextareaField, TextField, type Option } from "~/ui/inputs";
import { listOf, textOf, type VenueFormValues } from "../venue-form-values";
import {
  ARRIVAL_LENGTH,
  DESCRIPTION_LENGTH,
  editInput,
  HOUSE_RULES_LENGTH,
  labelOf,
  TITLE_LENGTH,
  type VenueField,
} from "../venue-input";
import { EQUIPMENT_OPTIONS, optionOf, TYPE_OPTIONS } from "../venue-options";

const accesses = [{ value: "", label: "Non précisé" }, ...STEP_FREE_ACCESS.map(optionOf)];
const capacities = Object.entries(CAPACITIES).map(([value, label]) => ({ value, label }));
const weekdays = WEEKDAYS.map((day) => ({ value: day, label: capital(day) }));
const periods: { value: Period; label: string }[] = [
  { value: "Day", label: "À la journée" },
  { value: "Half", label: "À la demi-journée" },
];
const validations = [
  { value: "false", label: "Automatique\u00a0: le paiement confirme la réservation" },
  {
    value: "true",
    label: "Manuelle\u00a0: vous avez 24\u00a0heures au plus pour répondre à chaque demande",
  },
];

export interface VenueFieldsProps {
  /** What the form holds now. */
  values: VenueFormValues;
  /** Messages by field. */
  errors: Readonly<Record<string, string>>;
}

/** What a booking makes of what an owner chooses: bookings say it, for they stand above venues. */
export interface BookingTerms {
  /** The cancellation policies to choose from, each with what it means. */
  policies: readonly Option[];
  /** What the price comes to, as far as it is known. */
  summary: (values: VenueFormValues) => ReactNode;
}

/** What kind of venue it is, where, for how many, with what. */
export function PlaceSections({
  values,
  errors,
  isInUse = false,
  isReviewed = false,
}: VenueFieldsProps & { isInUse?: boolean; isReviewed?: boolean }) {
  const { maps } = useSite();
  const { field, choice, choices } = fieldsOf({ values, errors });
  return (
    <>
      <FormSection id="section-type" title="Type de lieu">
        <CheckboxGroup
          {...choices("type")}
          hint="Un au moins, 20 au plus."
          options={TYPE_OPTIONS}
          className="equipment"
        />
      </FormSection>
      <FormSection id="section-adresse" title="Adresse">
        <p className="hint">Elle est publiée avec l’annonce.</p>
        {isReviewed && (
          <p className="hint">
            Ses avis parlent de l’endroit où il est&nbsp;: tant qu’il en a, le code postal et la
            ville ne changent pas. Un autre endroit se publie comme un autre lieu.
          </p>
        )}
        {isInUse && (
          <p className="hint">
            Tant que des réservations ou des demandes sont à venir, le code postal et la ville ne
            changent pas. Si vous corrigez la rue, nous écrivons à leurs clients.
          </p>
        )}
        {/* The venue's, which is not where its owner lives: a browser would fill in that, to be published. */}
        <AddressSearch maps={maps}>
          <TextField {...field("street")} autoComplete="off" />
          <div className="field-pair">
            <TextField {...field("postalCode")} inputMode="numeric" autoComplete="off" />
            <TextField {...field("city")} autoComplete="off" />
          </div>
          <SelectField {...field("country")} autoComplete="off" options={[optionOf("France")]} />
        </AddressSearch>
      </FormSection>
      <FormSection id="section-capacite" title="Capacité">
        <RadioGroup {...choice("capacity")} options={capacities} />
      </FormSection>
      <FormSection id="section-equipements" title="Équipements">
        <CheckboxGroup
          {...choices("equipement")}
          options={EQUIPMENT_OPTIONS}
          className="equipment"
          withAll
        />
        <div className="field-pair">
          <NumberField {...field("floorArea")} hint="En mètres carrés" unit="m²" />
          <SelectField
            {...field("stepFreeAccess")}
            hint="Comment entre qui ne monte pas de marches"
            options={accesses}
          />
        </div>
      </FormSection>
    </>
  );
}

/** How it is called and described, its price and its terms. */
export function InformationSection({
  values,
  errors,
  policies,
}: VenueFieldsProps & Pick<BookingTerms, "policies">) {
  const { field, choice } = fieldsOf({ values, errors });
  return (
    <FormSection id="section-informations" title="Informations">
      <TextField
        {...field("title")}
        hint={`De ${TITLE_LENGTH.least} à ${TITLE_LENGTH.most} caractères`}
        autoComplete="off"
        counted={TITLE_LENGTH.most}
      />
      <TextareaField
        {...field("description")}
        counted={DESCRIPTION_LENGTH.most}
        hint={`De ${DESCRIPTION_LENGTH.least} à ${DESCRIPTION_LENGTH.most} caractères\u00a0: ce qui rend le lieu particulier, ce qui est compris, les horaires.`}
      />
      <NumberField
        {...field("price")}
        label="Prix en euros"
        hint={"De 1 à 9\u202f999\u00a0€, pour une journée ou une demi-journée"}
        unit="€"
        inputMode="decimal"
      />
      <RadioGroup {...choice("time")} options={periods} />
      <RadioGroup {...choice("needValidation")} options={validations} />
      <RadioGroup
        {...choice("cancellationPolicy", "souple")}
        options={policies}
        // One is always chosen: nobody is told that they may leave it out.
        optional={false}
      />
      <TimeFields values={values} errors={errors} />
      <TextField {...field("hours")} hint="8&nbsp;h à 13&nbsp;h et 14&nbsp;h à 19&nbsp;h" />
      <TextField {...field("latestAccess")} hint="18&nbsp;h, remise des clés à l’accueil" />
      <TextareaField
        {...field("houseRules")}
        rows={4}
        counted={HOUSE_RULES_LENGTH}
        hint={`Musique, feu, ménage, animaux\u00a0: ${HOUSE_RULES_LENGTH} caractères au plus.`}
      />
      <TextareaField
        {...field("arrival")}
        rows={4}
        counted={ARRIVAL_LENGTH}
        hint={`Clés, portail, livraisons, Wi-Fi\u00a0: ${ARRIVAL_LENGTH} caractères au plus, montrés seulement aux clients dont la réservation est confirmée.`}
      />
    </FormSection>
  );
}

/** When it can be booked, and for how long. */
function TimeFields({ values, errors }: VenueFieldsProps) {
  const { field, choices } = fieldsOf({ values, errors });
  return (
    <>
      <NumberField
        {...field("minimumNotice")}
        hint={"En jours\u00a0: de 1, la veille, à 180"}
        unit="jours"
      />
      <CheckboxGroup
        {...choices("closedWeekdays")}
        hint="Aucune réservation ne peut comprendre un de ces jours."
        options={weekdays}
        className="equipment"
      />
      <div className="field-pair">
        <NumberField
          {...field("shortestStay")}
          hint="En journées ou en demi-journées, comme le prix"
        />
        <NumberField
          {...field("longestStay")}
          hint="En journées ou en demi-journées, comme le prix"
        />
      </div>
      <div className="field-pair">
        <NumberField
          {...field("preparationBefore")}
          hint={"En demi-journées, 4 au plus\u00a0: le lieu reste libre"}
        />
        <NumberField
          {...field("preparationAfter")}
          hint="Celle d’avant la réservation suivante s’y ajoute"
        />
      </div>
    </>
  );
}

/** Props of the fields: what their description says of them, and what the form holds. */
function fieldsOf({ values, errors }: VenueFieldsProps) {
  const constraints = constraintsOf(editInput);
  const said = (name: VenueField) => ({
    name,
    label: labelOf(name),
    // Without `maxLength`: what is too long is told in the product's words, and kept whole, not cut off.
    optional: constraints[name]?.optional,
    error: errors[name],
  });
  return {
    field: (name: VenueField) => ({ ...said(name), defaultValue: textOf(values, name) }),
    choice: (name: VenueField, fallback?: string) => ({
      ...said(name),
      value: textOf(values, name) ?? fallback,
    }),
    choices: (name: VenueField) => ({ ...said(name), values: listOf(values, name) }),
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
