import type { SaidVenue } from "./venue-shapes";

/** A venue's form as it stands: texts by field name, lists where a name may repeat. */
export type VenueFormValues = Readonly<Record<string, string | string[]>>;

/** What an owner said of a venue, as the form would hold it: `480,5`, `true`. */
export function formValues(said: SaidVenue): VenueFormValues {
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, textsOf(value)]));
}

function textsOf(value: SaidVenue[keyof SaidVenue]): string | string[] {
  if (Array.isArray(value)) return value;
  return typeof value === "number" ? String(value).replace(".", ",") : String(value);
}

export function textOf(values: VenueFormValues, name: string): string | undefined {
  const value = values[name];
  return Array.isArray(value) ? value[0] : value;
}

export function listOf(values: VenueFormValues, name: string): string[] {
  const value = values[name] ?? [];
  return Array.isArray(value) ? value : [value];
}
