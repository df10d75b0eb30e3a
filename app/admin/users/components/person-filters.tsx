import { SelectField, TextField, type Option } from "~/ui/inputs";

interface PersonFiltersProps {
  filters: { q: string; date: string; etat?: string };
  /** Absent: the list has no states to choose from. */
  states?: readonly Option[];
  /** What the day is of. */
  day?: string;
}

/** The filters of the lists of accounts. */
export function PersonFilters({ filters, states, day = "Inscription le" }: PersonFiltersProps) {
  return (
    <>
      <TextField
        label="Tag ou e-mail"
        name="q"
        type="search"
        defaultValue={filters.q}
        required={false}
      />
      {states ? (
        <SelectField
          label="État"
          name="etat"
          placeholder="Tous"
          options={states}
          defaultValue={filters.etat}
          required={false}
        />
      ) : null}
      <DayField label={day} value={filters.date} />
    </>
  );
}

/** The day of Paris on which a list's things came. */
export function DayField({ label, value }: { label: string; value: string }) {
  return <TextField label={label} name="date" type="date" defaultValue={value} required={false} />;
}
