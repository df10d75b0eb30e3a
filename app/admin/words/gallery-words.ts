/** The home page's sections that are made of venues, as their visitors read them. */
import type { RenewedSection } from "@models/enumerations";

export const SECTION_TITLES: Record<RenewedSection, string> = {
  rooms: "Nos Salles",
  news: "Nouveautés",
};
