import { SelectField, TextField, type Option } from "~/ui/inputs";

/** The fields that lists are filtered by, none of which has to be filled in. */

interface FilterProps {
  label: string;
  /** The query parameter. */
  name: string;
  /** As it is in force; empty: it is not. */
  value: string | undefined;
}

/** A part of what is looked for. */
export function SearchFilter({ label, name, value }: FilterProps) {
  return <TextField {...{ label, name }} type="search" defaultValue={value} required={false} />;
}

/** One of some values; `all` is what none of them is called. */
export function ChoiceFilter({
  label,
  name,
  value,
  options,
  all = "Tous",
}: FilterProps & { options: readonly Option[]; all?: string }) {
  return (
    <SelectField
      {...{ label, name, options }}
      placeholder={all}
      defaultValue={value}
      required={false}
    />
  );
}

/** The day of Paris on which a list's things came. */
export function DayFilter({ label, value }: Omit<FilterProps, "name">) {
  return <TextField label={label} name="date" type="date" defaultValue={value} required={false} />;
}
