import { describe, expect, it } from "vitest";
import { addressOfPlace, type PlaceComponent } from "./place-address";

const component = (longText: string, type: string, shortText = longText): PlaceComponent => ({
  longText,
  shortText,
  types: [type, "political"],
});

/** The components of a place, in the shape and order that Places (New) documents. */
const LYON = [
  component("12", "street_number"),
  component("Rue de la République", "route", "Rue de la République"),
  component("Lyon", "locality"),
  component("Rhône", "administrative_area_level_2"),
  component("Auvergne-Rhône-Alpes", "administrative_area_level_1"),
  component("France", "country", "FR"),
  component("69002", "postal_code"),
];
const PLACE = { lat: 45.7634, lng: 4.8363 };
const without = (type: string) => LYON.filter(({ types }) => !types.includes(type));

describe("addressOfPlace", () => {
  it("splits an address into number and road, postal code, city and country", () => {
    expect(addressOfPlace("12 Rue de la République, Lyon", LYON, PLACE)).toEqual({
      label: "12 Rue de la République, Lyon",
      street: "12 Rue de la République",
      postalCode: "69002",
      city: "Lyon",
      country: "France",
      coordinates: PLACE,
    });
  });

  it("does without a number, and without a road", () => {
    expect(addressOfPlace("x", without("street_number"))?.street).toBe("Rue de la République");
    const town = without("route").filter(({ types }) => !types.includes("street_number"));
    const address = addressOfPlace("x", town, PLACE);
    expect(address).toMatchObject({ street: "", city: "Lyon" });
    expect(address).not.toHaveProperty("coordinates");
  });

  it("refuses another country, a place outside of the box, and half an address", () => {
    const belgian = [...without("country"), component("Belgique", "country", "BE")];
    expect(addressOfPlace("x", belgian)).toBeNull();
    expect(addressOfPlace("x", LYON, { lat: -21.1, lng: 55.5 })).toBeNull();
    expect(addressOfPlace("x", without("postal_code"))).toBeNull();
    expect(addressOfPlace("x", without("locality"))).toBeNull();
    expect(addressOfPlace("x", [])).toBeNull();
  });
});
