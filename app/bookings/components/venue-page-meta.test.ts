import { expect, it } from "vitest";
import { pageMeta } from "~/platform/web/page-meta";
import { venuePageMeta, venuePageTitle } from "./venue-page-meta";

const venue = {
  id: "0".repeat(24),
  title: "Le Centre Pasteur",
  description: "Une salle claire.",
  street: "12 rue des Tilleuls",
  postalCode: "35000",
  city: "Rennes",
  time: "Day",
  price: 10_000,
  isOpen: true,
  equipment: [],
  pictures: [{ id: "1".repeat(24) }, { id: "2".repeat(24) }],
};

it("a venue has one address whatever days are asked for, its title, its words and its first photo", () => {
  const matches = [
    { id: "root", data: { brand: "Place des Salles", appUrl: "https://exemple.fr" } },
  ];
  const page = { venue, problem: "Ces jours sont pris." };
  const location = { pathname: `/reservation/${venue.id}/autre`, search: "?startDate=2027-01-01" };
  const meta = pageMeta(venuePageTitle, venuePageMeta);
  const tags = meta({ matches, location, data: { page }, params: {} } as never);
  const picture = `https://exemple.fr/images/${"1".repeat(24)}/partage.jpg`;
  expect(tags).toEqual(
    expect.arrayContaining([
      { title: "Erreur\u00a0: Place des Salles | Le Centre Pasteur, Rennes" },
      { name: "description", content: "Une salle claire." },
      {
        ...{ tagName: "link", rel: "canonical" },
        href: `https://exemple.fr/reservation/${venue.id}`,
      },
      { property: "og:title", content: "Le Centre Pasteur, Rennes" },
      { property: "og:image", content: picture },
    ]),
  );
  expect(JSON.stringify(tags)).toContain('"EventVenue"');
});
