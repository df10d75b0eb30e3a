/** A venue's form as it stands: texts by field name, lists where a name may repeat. */
export type VenueFormValues = Readonly<Record<string, string | string[]>>;

export function textOf(values: VenueFormValues, name: string): string | undefined {
  const value = values[name];
  return Array.isArray(value) ? value[0] : value;
}

export function listOf(values: VenueFormValues, name: string): string[] {
  const value = values[name] ?? [];
  return Array.isArray(value) ? value : [value];
}
