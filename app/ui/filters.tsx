import { Button } from "./button";
import { CheckboxGroup } from "./choices";
import { DateRange } from "./date-range/date-range";
import type { DateRangeOptions } from "./date-range/options";
import { Disclosure } from "./disclosure";
import { NumberField, SelectField, TextField, type Option } from "./inputs";

export interface VenueFilterValues {
  city?: string;
  /** Whole euros, as typed. */
  minPrice?: string;
  maxPrice?: string;
  /** Days as YYYY-MM-DD. */
  start?: string;
  end?: string;
  capacity?: string;
  types?: readonly string[];
  equipment?: readonly string[];
  sort?: string;
}

interface VenueFiltersProps {
  action: string;
  values: VenueFilterValues;
  /** Earliest and latest day, YYYY-MM-DD. */
  min: string;
  max: string;
  capacities: readonly Option[];
  types: readonly Option[];
  equipment: readonly Option[];
  sorts: readonly Option[];
}

/**
 * The listing's search, a plain GET form: fields `city`, `minPrice`, `maxPrice`, `start`, `end`,
 * `capacity`, `type` and `equipment` (repeated), `sort`. Open when a filter is active.
 */
export function VenueFilters(props: VenueFiltersProps) {
  const { action, values, min, max, capacities, types, equipment, sorts } = props;
  const more = [values.start, values.end, values.capacity, values.sort].some(Boolean);
  const listed = [...(values.types ?? []), ...(values.equipment ?? [])].length > 0;
  const basic = [values.city, values.minPrice, values.maxPrice].some(Boolean);
  return (
    <Disclosure summary="Filtrer" icon="filtre" open={basic || more || listed}>
      <form
        className="card stack mt-3 p-[20px]"
        action={action}
        method="get"
        role="search"
        aria-label="Filtrer les lieux"
      >
        <div className="filter-fields">
          <TextField
            label="Ville"
            name="city"
            defaultValue={values.city}
            autoComplete="address-level2"
            required={false}
          />
          <NumberField
            label="Prix minimum"
            name="minPrice"
            unit="€"
            defaultValue={values.minPrice}
            required={false}
          />
          <NumberField
            label="Prix maximum"
            name="maxPrice"
            unit="€"
            defaultValue={values.maxPrice}
            required={false}
          />
          <div className="full grid">
            <Button icon="recherche">Rechercher</Button>
          </div>
        </div>
        <Disclosure summary="Plus de critères" open={more || listed}>
          <div className="stack stack-wide mt-4">
            <DateRange options={datesOptions({ values, min, max })}>
              <div className="field-pair">
                <TextField
                  label="Arrivée"
                  name="start"
                  type="date"
                  min={min}
                  max={max}
                  defaultValue={values.start}
                  required={false}
                />
                <TextField
                  label="Départ"
                  name="end"
                  type="date"
                  min={min}
                  max={max}
                  defaultValue={values.end}
                  required={false}
                />
              </div>
            </DateRange>
            <div className="field-pair">
              <SelectField
                label="Capacité"
                name="capacity"
                placeholder="Toutes"
                options={capacities}
                defaultValue={values.capacity}
                required={false}
              />
              <SelectField
                label="Trier par"
                name="sort"
                options={sorts}
                defaultValue={values.sort}
                required={false}
              />
            </div>
            <FoldedChoices
              label="Types de lieu"
              name="type"
              options={types}
              values={values.types}
            />
            <FoldedChoices
              label="Équipements"
              name="equipment"
              options={equipment}
              values={values.equipment}
            />
          </div>
        </Disclosure>
      </form>
    </Disclosure>
  );
}

/** The calendar of the search: any free days, each choice holds at once. */
function datesOptions({
  values: { start, end },
  min,
  max,
}: Pick<VenueFiltersProps, "values" | "min" | "max">): DateRangeOptions {
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
