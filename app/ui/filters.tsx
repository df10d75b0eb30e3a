import { Button } from "./button";
import { CheckboxGroup } from "./choices";
import { DateRange } from "./date-range/date-range";
import type { DateRangeOptions } from "./date-range/options";
import { Disclosure } from "./disclosure";
import { HiddenFields } from "./hidden-fields";
import { NumberField, TextField, type Option } from "./inputs";

export interface VenueFilterValues {
  city?: string;
  people?: string;
  /** Euros, as typed. */
  minPrice?: string;
  maxPrice?: string;
  /** Days as YYYY-MM-DD. */
  start?: string;
  end?: string;
  types?: readonly string[];
  equipment?: readonly string[];
}

interface VenueFiltersProps {
  action: string;
  values: VenueFilterValues;
  /** What was typed and not understood, by field. */
  errors: Readonly<Record<string, string>>;
  /** What of the search has no field here and is kept: its order, say. */
  kept: Readonly<Record<string, string>>;
  /** '3 critères'; absent while there are none. */
  count?: string;
  /** Earliest and latest day, YYYY-MM-DD. */
  min: string;
  max: string;
  types: readonly Option[];
  equipment: readonly Option[];
}

/**
 * The listing's search, a plain GET form: fields `city`, `start`, `end`, `people`, `minPrice`,
 * `maxPrice`, `type` and `equipment` (repeated). Closed, so that the venues found come first, unless a
 * field is to be corrected.
 */
export function VenueFilters(props: VenueFiltersProps) {
  const { action, values, errors, kept, count, min, max, types, equipment } = props;
  const isRefused = Object.keys(errors).length > 0;
  const field = (name: "city" | "start" | "end" | "people" | "minPrice" | "maxPrice") => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    required: false,
  });
  return (
    <Disclosure summary="Filtrer" icon="filtre" note={count} open={isRefused}>
      <div className="filters-frame">
        <form
          className="card filters"
          action={action}
          method="get"
          noValidate
          role="search"
          aria-label="Filtrer les lieux"
        >
          <TextField {...field("city")} label="Ville ou code postal" autoComplete="off" />
          <DateRange className="filter-wide" options={datesOptions({ values, errors, min, max })}>
            <div className="field-pair">
              <TextField {...field("start")} label="Arrivée" type="date" min={min} max={max} />
              <TextField {...field("end")} label="Départ" type="date" min={min} max={max} />
            </div>
          </DateRange>
          <NumberField {...field("people")} label="Nombre de personnes" unit="pers." />
          <fieldset className="filter-wide stack gap-2">
            <legend className="mb-2">Prix d’une journée entière, frais de service compris</legend>
            <div className="field-pair">
              <NumberField {...field("minPrice")} label="Prix minimum" unit="€" />
              <NumberField {...field("maxPrice")} label="Prix maximum" unit="€" />
            </div>
          </fieldset>
          <FoldedChoices label="Types de lieu" name="type" options={types} values={values.types} />
          <FoldedChoices
            label="Équipements"
            name="equipment"
            options={equipment}
            values={values.equipment}
          />
          <HiddenFields of={kept} />
          <Button icon="recherche">Rechercher</Button>
        </form>
      </div>
    </Disclosure>
  );
}

/** The calendar of the search: any free days, each choice holds at once. */
function datesOptions({
  values: { start, end },
  errors,
  min,
  max,
}: Pick<VenueFiltersProps, "values" | "errors" | "min" | "max">): DateRangeOptions {
  return {
    id: "periode",
    label: "Dates",
    locale: "fr",
    displayFormat: "DD/MM/YYYY",
    separator: "-",
    startWeekOn: "monday",
    outsideDays: false,
    min,
    max,
    error: errors.start ?? errors.end,
    ...(start && end && { value: { start, end } }),
  };
}

interface FoldedChoicesProps {
  label: string;
  name: string;
  options: readonly Option[];
  values: readonly string[] | undefined;
}

/** A long list of boxes, folded while none is ticked: on phones the venues found stay within reach. */
function FoldedChoices({ label, name, options, values = [] }: FoldedChoicesProps) {
  return (
    <Disclosure summary={label} open={values.length > 0}>
      <div className="mt-4">
        <CheckboxGroup
          label={label}
          labelHidden
          name={name}
          options={options}
          values={values}
          className="equipment"
        />
      </div>
    </Disclosure>
  );
}
