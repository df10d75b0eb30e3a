import type { FoundAddress } from "~/platform/address/found-address";

type AddressField = "street" | "postalCode" | "city" | "country";

/** The fields of an address inside `form`, by their names; null for one that it does not have. */
export function addressField(
  form: Element | null | undefined,
  name: AddressField,
): HTMLInputElement | HTMLSelectElement | null {
  return form?.querySelector(`:is(input, select)[name="${name}"]`) ?? null;
}

/**
 * Writes an address into the fields, and tells whoever listens to them. What the address does not
 * have (the street of a town) stays as it was typed.
 */
export function fillAddress(form: Element | null | undefined, address: FoundAddress): void {
  for (const name of ["street", "postalCode", "city", "country"] as const) {
    if (address[name] !== "") fillField(addressField(form, name), address[name]);
  }
}

export function fillField(field: HTMLInputElement | HTMLSelectElement | null, value: string): void {
  if (!field || field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
