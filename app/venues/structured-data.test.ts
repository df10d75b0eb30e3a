import { describe, expect, it } from "vitest";
import { venueData, type DescribedVenue } from "./structured-data";

const venue: DescribedVenue = {
  id: "0".repeat(24),
  title: "Le Centre Pasteur",
  description: "Une salle claire.",
  street: "12 rue des Tilleuls",
  postalCode: "35000",
  city: "Rennes",
  time: "Half",
  price: 14_550,
  isOpen: true,
  equipment: [{ label: "Parking" }],
};
const data = (changes: Partial<DescribedVenue> = {}) =>
  venueData({ ...venue, ...changes }, "/images/1", (path) => `https://exemple.fr${path}`);
const typesOf = (items: object[]) => items.map((item) => (item as { "@type": string })["@type"]);

describe("venueData", () => {
  it("offers one half day at the price that is paid for it", () => {
    const [place, offer, trail] = data();
    expect(place).toMatchObject({
      "@type": "EventVenue",
      name: "Le Centre Pasteur",
      image: "https://exemple.fr/images/1",
      address: { addressLocality: "Rennes", addressCountry: "FR" },
    });
    expect(offer).toMatchObject({
      price: 163.69,
      priceCurrency: "EUR",
      priceSpecification: { unitText: "demi-journée" },
    });
    expect(trail).toMatchObject({
      itemListElement: [
        { position: 1, item: "https://exemple.fr/" },
        { position: 2, item: "https://exemple.fr/reservation" },
        { position: 3, name: "Le Centre Pasteur" },
      ],
    });
  });

  it("offers one day where a day is rented, and nothing where nothing is for rent", () => {
    expect(data({ time: "Day" })[1]).toMatchObject({ priceSpecification: { unitCode: "DAY" } });
    expect(typesOf(data({ isOpen: false }))).toEqual(["EventVenue", "BreadcrumbList"]);
  });
});
