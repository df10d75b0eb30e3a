/** What search engines read of a venue's page, in the words of schema.org. */
import type { Period } from "@models/enumerations";
import { quote } from "~/rules/price";
import { centsToEuros } from "~/platform/money";

/** What it takes of a venue's page. */
export interface DescribedVenue {
  id: string;
  title: string;
  description: string;
  street: string;
  postalCode: string;
  city: string;
  time: Period;
  /** Cents for one day, or one half day. */
  price: number;
  isOpen: boolean;
  equipment: readonly { label: string }[];
}

/** UN/CEFACT's code of a day; for half a day there is none. */
const DAY = "DAY";

/**
 * A venue as a place, what one unit of it costs with the fee, and the way that leads to it.
 *
 * @param cover path of its first photo
 * @param whole makes a path an address
 */
export function venueData(
  venue: DescribedVenue,
  cover: string | undefined,
  whole: (path: string) => string,
): object[] {
  const path = `/reservation/${venue.id}`;
  const url = whole(path);
  const place = {
    "@type": "EventVenue",
    "@id": `${url}#lieu`,
    name: venue.title,
    description: venue.description,
    url,
    ...(cover && { image: whole(cover) }),
    address: {
      "@type": "PostalAddress",
      streetAddress: venue.street,
      postalCode: venue.postalCode,
      addressLocality: venue.city,
      addressCountry: "FR",
    },
    amenityFeature: venue.equipment.map(({ label }) => ({
      "@type": "LocationFeatureSpecification",
      name: label,
      value: true,
    })),
  };
  const crumbs = [
    { name: "Accueil", item: whole("/") },
    { name: "Toutes les salles", item: whole("/reservation") },
    { name: venue.title, item: url },
  ];
  const trail = {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      ...crumb,
    })),
  };
  return [place, ...(venue.isOpen ? [offerOf(venue, url)] : []), trail];
}

/** What one day, or one half day, costs whoever reserves it now. */
function offerOf({ time, price: unitPrice }: DescribedVenue, url: string): object {
  const price = centsToEuros(quote({ period: time, unitPrice, units: 1 }).total);
  return {
    "@type": "Offer",
    url,
    itemOffered: { "@id": `${url}#lieu` },
    price,
    priceCurrency: "EUR",
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price,
      priceCurrency: "EUR",
      ...(time === "Day" ? { unitCode: DAY } : { unitText: "demi-journée" }),
    },
    availability: "https://schema.org/InStock",
  };
}
