import { SelectField, TextField } from "~/ui/inputs";
import type { FilterLook } from "../filters";

/** A field that a list is filtered by, which need not be filled in, with the value in force. */
export function FilterField({
  kind,
  label,
  options = [],
  name,
  value,
}: FilterLook & { name: string; value: string }) {
  const common = { label, name, defaultValue: value, required: false };
  switch (kind) {
    case "search":
      return <TextField {...common} type="search" />;
    case "choice":
      return <SelectField {...common} options={options} placeholder="Tous" />;
    case "month":
      return (
        <TextField
          {...common}
          label={`${label} (AAAA-MM ou AAAA)`}
          placeholder="2026-11"
          pattern="\d{4}(-\d{2})?"
          // What browsers say of another form.
          title="AAAA-MM ou AAAA"
        />
      );
    case "day":
      return <TextField {...common} type="date" />;
  }
}
