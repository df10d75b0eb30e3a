import { isInBox, type Coordinates, type FoundAddress } from "./found-address";

/** One part of a place's address as Google Places names it. */
export interface PlaceComponent {
  longText: string | null;
  shortText: string | null;
  types: readonly string[];
}

/**
 * The address of a Google place; null when it is not in France, or names no town or postal code.
 *
 * @param label what the list showed for it.
 */
export function addressOfPlace(
  label: string,
  components: readonly PlaceComponent[],
  coordinates?: Coordinates,
): FoundAddress | null {
  const part = (...types: string[]) => {
    const found = types.map((type) =>
      components.find((component) => component.types.includes(type)),
    );
    return found.find((component) => component !== undefined);
  };
  const text = (...types: string[]) => part(...types)?.longText?.trim() ?? "";
  if (part("country")?.shortText !== "FR") return null;
  if (coordinates && !isInBox(coordinates)) return null;
  const postalCode = text("postal_code");
  const city = text("locality", "postal_town", "administrative_area_level_3");
  if (!/^\d{5}$/.test(postalCode) || city === "") return null;
  const street = [text("street_number"), text("route")].filter(Boolean).join(" ");
  return {
    label,
    street,
    postalCode,
    city,
    country: "France",
    ...(coordinates && street !== "" && { coordinates }),
  };
}
