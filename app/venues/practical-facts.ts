/** What visitors want to know of a venue before they come, as far as its owner said it. */
import type { Venue } from "@models/venue";
import { formatCount } from "~/platform/numbers";

/** A line of the facts; `icon` names one of app/ui/icons. */
export interface PracticalFact {
  icon: "surface" | "pmr" | "horloge" | "cle" | "document";
  label: string;
  text: string;
}

/** Those of use on the day as well, which a reservation is read with: `onSiteFacts` says them. */
export const ON_SITE_FIELDS = [
  "hours",
  "latestAccess",
  "houseRules",
] as const satisfies readonly (keyof Venue)[];
type ToldOnSite = Pick<Venue, (typeof ON_SITE_FIELDS)[number]>;
type Told = Pick<Venue, "floorArea" | "stepFreeAccess"> & ToldOnSite;

/** '410 m²' */
export function areaText(floorArea: number): string {
  return `${formatCount(floorArea)}\u00a0m²`;
}

/** The facts that were said, in the order in which people ask for them: what is of use on the day comes last. */
export function practicalFacts(venue: Told): PracticalFact[] {
  const { floorArea, stepFreeAccess } = venue;
  return [
    ...said([
      { icon: "surface", label: "Surface", text: floorArea && areaText(floorArea) },
      { icon: "pmr", label: "Accès PMR", text: stepFreeAccess },
    ]),
    ...onSiteFacts(venue),
  ];
}

/** Of them those of use on the day. */
export function onSiteFacts({ hours, latestAccess, houseRules }: ToldOnSite): PracticalFact[] {
  return said([
    { icon: "horloge", label: "Horaires", text: hours },
    { icon: "cle", label: "Dernière arrivée", text: latestAccess },
    { icon: "document", label: "Règlement", text: houseRules },
  ]);
}

type Fact = Omit<PracticalFact, "text"> & { text: PracticalFact["text"] | 0 | undefined };

function said(facts: readonly Fact[]): PracticalFact[] {
  return facts.flatMap(({ icon, label, text }) => (text ? [{ icon, label, text }] : []));
}
